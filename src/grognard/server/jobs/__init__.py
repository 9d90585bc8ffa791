"""Work that takes long: threads for thinking, processes for analyses and trials."""
