"""Functions of geometries: what makes, shows and takes them apart, how they lie to each other, geohashes, GeoJSON."""
