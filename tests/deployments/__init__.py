"""Every way in."""
