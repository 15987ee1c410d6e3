"""serbench measures data serializers and proves that what it measured is right."""

__version__ = "0.1.0"
