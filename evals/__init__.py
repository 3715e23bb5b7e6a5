"""The pure core of lastgreen: cases, checks, judging, statistics, the gate, results and reports; no I/O."""
