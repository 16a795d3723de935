package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Colours are those of series, by the names that dashboards use. They can be told
// apart on a light and on a dark page.
var Colours = map[string]string{
	"green": "#3fa45b", "yellow": "#d9a514", "red": "#d9483b", "blue": "#4a83d4", "orange": "#e3812b",
	"purple": "#9a63c9", "teal": "#2aa3a3", "pink": "#d46a9f", "brown": "#9c7a57", "lime": "#8fb339", "indigo": "#5b5fc7", "text": "#8b949e",
}

// palette are the colours of series that a dashboard gives none, in their order.
var palette = []string{"blue", "orange", "green", "purple", "teal", "yellow", "pink", "red", "brown", "lime", "indigo", "text"}

// ticks are about four round values from 0 to the first that is not below the top.
func ticks(top float64) []float64 {
	if top <= 0 || math.IsNaN(top) || math.IsInf(top, 0) {
		top = 1
	}
	size := math.Pow(10, math.Floor(math.Log10(top/4)))
	step := size * 10
	for _, factor := range []float64{1, 2, 2.5, 5} {
		if size*factor*4 >= top {
			step = size * factor
			break
		}
	}
	values := []float64{0}
	for i := 1; values[i-1] < top-step/1000; i++ {
		values = append(values, float64(i)*step)
	}
	return values
}

// Format writes a value in a unit of Grafana's: percentunit, s, reqps or short.
func Format(value float64, unit string) string {
	switch unit {
	case "percentunit":
		return number(value*100) + " %"
	case "s":
		return number(value) + " s"
	case "reqps":
		return number(value) + "/s"
	}
	return number(value)
}

// number writes three digits that count, and thousands apart.
func number(value float64) string {
	if math.Abs(value) >= 1000 {
		digits := strconv.FormatFloat(value, 'f', 0, 64)
		for i := len(digits) - 3; i > 0; i -= 3 {
			digits = digits[:i] + "," + digits[i:]
		}
		return digits
	}
	decimals := 2
	switch {
	case math.Abs(value) >= 100:
		decimals = 0
	case math.Abs(value) >= 10:
		decimals = 1
	case math.Abs(value) < 0.1:
		decimals = 3
	}
	text := fmt.Sprintf("%.*f", decimals, value)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
