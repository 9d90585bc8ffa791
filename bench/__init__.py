"""Speed, side by side with python-chess in the same run: `make bench`.

Only ratios mean anything: both are measured in turn on the same machine at the same time.
"""
