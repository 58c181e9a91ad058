"""Virtual players: they know the law and use the virtual table's hands like anyone else."""
