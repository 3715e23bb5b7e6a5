"""From passages to an answer: search, matching, choosing, composing."""
