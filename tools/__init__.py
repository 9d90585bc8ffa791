"""What is made beside the platform: opponents that learn."""
