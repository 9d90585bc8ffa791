"""What a lab found, as pages and figures."""
