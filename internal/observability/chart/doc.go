// Package chart draws panels of a dashboard as SVG: graphs over time, single numbers
// and tables. It plots what it is given, point by point: it smooths nothing, fills no
// gap, and every axis of values begins at zero.
//
// The pictures follow the reader's choice of a light or a dark page.
package chart
