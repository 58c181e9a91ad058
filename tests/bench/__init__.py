"""How fast, beside what others would use. Each module has `rows() -> Iterator[Row]`."""
