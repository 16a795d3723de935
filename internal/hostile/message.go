package main

import (
	"math"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// A message is the protobuf text of one message of OTLP, written by hand: the SDKs
// and pdata refuse what is to be sent here. Fields are given by number, as the
// protocol's definition numbers them.
type message []byte

func (m message) bytes(field protowire.Number, content []byte) message {
	return protowire.AppendBytes(protowire.AppendTag(m, field, protowire.BytesType), content)
}

func (m message) text(field protowire.Number, text string) message {
	return protowire.AppendString(protowire.AppendTag(m, field, protowire.BytesType), text)
}

func (m message) number(field protowire.Number, n uint64) message {
	return protowire.AppendVarint(protowire.AppendTag(m, field, protowire.VarintType), n)
}

func (m message) fixed(field protowire.Number, n uint64) message {
	return protowire.AppendFixed64(protowire.AppendTag(m, field, protowire.Fixed64Type), n)
}

// The values that an attribute may have.
func stringValue(text string) message { return message(nil).text(1, text) }
func boolValue() message              { return message(nil).number(2, 1) }
func intValue(n int64) message        { return message(nil).number(3, uint64(n)) }
func doubleValue(f float64) message   { return message(nil).fixed(4, math.Float64bits(f)) }
func bytesValue(b []byte) message     { return message(nil).bytes(7, b) }

func listValue(values ...message) message {
	var list message
	for _, v := range values {
		list = list.bytes(1, v)
	}
	return message(nil).bytes(5, list)
}

func mapValue(pairs ...message) message {
	var list message
	for _, p := range pairs {
		list = list.bytes(1, p)
	}
	return message(nil).bytes(6, list)
}

// attribute is a key with a value; a nil one has no kind.
func attribute(key string, value message) message {
	return message(nil).text(1, key).bytes(2, value)
}

// bomb is n attributes of a message that has them in that field.
func bomb(field protowire.Number, prefix string, n int) (m message) {
	for i := range n {
		m = m.bytes(field, attribute(prefix+strconv.Itoa(i), stringValue("")))
	}
	return m
}

// nested is a list in a list, that many levels deep. It is written from the inside
// out: each level has to know how long the ones below are.
func nested(levels int) message {
	headers := make([][]byte, 0, 2*levels)
	size := 0
	wrap := func(field protowire.Number) {
		h := protowire.AppendVarint(protowire.AppendTag(nil, field, protowire.BytesType), uint64(size))
		headers = append(headers, h)
		size += len(h)
	}
	wrap(5) // an empty list
	for range levels - 1 {
		wrap(1)
		wrap(5)
	}
	m := make(message, 0, size)
	for _, h := range slices.Backward(headers) {
		m = append(m, h...)
	}
	return m
}
