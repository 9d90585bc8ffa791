"""The Folio series: how it looks and reads."""
