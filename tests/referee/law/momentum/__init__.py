"""Tests of momentum."""
