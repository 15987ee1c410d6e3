"""Settings for all tests."""

import pytest

# These folders also have tests that several files share: a failed assertion there shows its values, too.
pytest.register_assert_rewrite("cluster", "corpus", "java", "relay", "runners", "sort")
