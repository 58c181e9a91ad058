"""The command line: one module a command, wired up in main."""
