"""What holds for all tests."""

import pytest

# A failed assertion of these, in which tests of several files are, shows the values that it is about.
pytest.register_assert_rewrite("cluster", "corpus", "java", "relay", "runners", "sort")
