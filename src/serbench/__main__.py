"""Entry of ``python -m serbench``."""

import sys

from serbench.cli.main import main

sys.exit(main())
