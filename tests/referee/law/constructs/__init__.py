"""The law of constructs."""
