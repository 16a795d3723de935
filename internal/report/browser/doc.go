// Package browser holds the page of toolverdict report against a real browser. The
// built collector judges turns of all kinds, its file exporter writes them, the report
// is made of that, and Chromium opens it from the file.
//
// It is a module of its own, for what drives a browser is no dependency of the
// product.
package browser
