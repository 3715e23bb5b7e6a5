"""One HTTP call, made as well as it can be: pooled, limited, retried, redacted.

``call`` says what goes in and comes out, ``retrying`` decides, ``limiter`` paces, ``redaction`` hides secrets,
``clients`` holds the connections, and ``transport`` puts them together. Targets and judges both stand on it.
"""
