"""The experiment on objects and bytes in memory: check, emit, measure and calibrate."""
