"""Proofs; the folders mirror the tree."""
