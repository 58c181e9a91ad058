"""Broken rules that the tests must notice."""
