"""What goes over the wire: shapes, routes, serializers."""
