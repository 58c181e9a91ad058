"""The command line: words in, one command run, its exit code out."""

import os

# Read when NumPy loads. BLAS threads wait by spinning: beside a drawing thread on two cores they take the
# processor from whom they wait for, and a tray of dice ten times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
