"""What every driver of the store promises, by topic: a test class a file.

`gateway.py` puts all topics but the inbox together; each driver's test class inherits that.
"""
