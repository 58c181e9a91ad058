"""`python -m referee` is `studeye`."""

import sys

from referee.cli.main import main

sys.exit(main())
