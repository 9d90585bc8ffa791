"""A visitor's scenarios in the browser."""
