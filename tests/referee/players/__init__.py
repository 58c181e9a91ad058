"""Tests of the virtual players."""
