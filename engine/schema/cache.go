package schema

import (
	"crypto/sha256"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"
)

// A Cache keeps the sets that tool definitions were compiled to, by their
// content. Applications send the same definitions with every span, and
// compiling costs as much as many validations. It is bounded and safe for
// concurrent use.
type Cache struct {
	dialect   Dialect
	sets      *lru.Cache[[sha256.Size]byte, *Set]
	capacity  int
	evictions atomic.Int64
}

// NewCache makes a cache of that many sets, at least one.
func NewCache(dialect Dialect, capacity int) *Cache {
	c := &Cache{dialect: dialect, capacity: max(1, capacity)}
	c.sets, _ = lru.NewWithEvict(c.capacity, func([sha256.Size]byte, *Set) { c.evictions.Add(1) }) // fails for sizes below 1 only
	return c
}

// Definitions returns the set of a text of tool definitions, as
// [CompileDefinitions] makes it.
func (c *Cache) Definitions(text []byte) *Set {
	key := sha256.Sum256(text)
	if set, ok := c.sets.Get(key); ok {
		return set
	}
	set, _ := CompileDefinitions(c.dialect, text)
	c.sets.Add(key, set)
	return set
}

// Len returns how many sets are kept.
func (c *Cache) Len() int { return c.sets.Len() }

// Capacity returns how many sets may be kept.
func (c *Cache) Capacity() int { return c.capacity }

// Evictions returns how many sets were dropped for newer ones.
func (c *Cache) Evictions() int64 { return c.evictions.Load() }
