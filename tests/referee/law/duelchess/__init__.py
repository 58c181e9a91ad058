"""Tests of Block Duel Chess."""
