"""`python -m tests.golden.regenerate` plays the golden games anew and rewrites their files.

For a change of behaviour that is meant: read the difference before it is committed.
"""

from tests.golden.games import FOLDER, golden_files, text_of


def main() -> None:
    files = golden_files()
    for stale in set(FOLDER.glob("*.txt")) - set(files):
        stale.unlink()
        print(f"{stale.name}: removed")
    for file, table in files.items():
        text = text_of(table)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8", newline="\n")
            print(f"{file.name}: rewritten")


if __name__ == "__main__":
    main()
