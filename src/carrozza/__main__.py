from carrozza.cli import main

main()
