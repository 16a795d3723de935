package schema

import (
	"crypto/sha256"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"
)

// maxCacheBytes bounds roughly the memory of the sets of a cache: who sends
// spans chooses how large they are.
const maxCacheBytes = 128 << 20

// bytesOf estimates the memory of a set that was compiled from that many bytes.
func bytesOf(set *Set, text int) int64 {
	return 16*int64(min(text, MaxDefinitions)) + 1024*int64(set.weight)
}

// A Cache keeps the sets that tool definitions were compiled to, by their
// content. Applications send the same definitions with every span, and
// compiling costs as much as many validations. It is bounded and safe for
// concurrent use.
type Cache struct {
	dialect   Dialect
	sets      *lru.Cache[[sha256.Size]byte, cached]
	capacity  int
	bytes     atomic.Int64
	evictions atomic.Int64
}

type cached struct {
	set   *Set
	bytes int64
}

// NewCache makes a cache of that many sets, at least one. It keeps fewer where
// they would take more than about 128 MiB together.
func NewCache(dialect Dialect, capacity int) *Cache {
	c := &Cache{dialect: dialect, capacity: max(1, capacity)}
	c.sets, _ = lru.NewWithEvict(c.capacity, func(_ [sha256.Size]byte, old cached) { // fails for sizes below 1 only
		c.bytes.Add(-old.bytes)
		c.evictions.Add(1)
	})
	return c
}

// Definitions returns the set of a text of tool definitions, as
// [CompileDefinitions] makes it.
func (c *Cache) Definitions(text []byte) *Set {
	key := sha256.Sum256(text)
	if hit, ok := c.sets.Get(key); ok {
		return hit.set
	}
	set, _ := CompileDefinitions(c.dialect, text)
	c.keep(key, cached{set, bytesOf(set, len(text))})
	return set
}

func (c *Cache) keep(key [sha256.Size]byte, value cached) {
	c.bytes.Add(value.bytes)
	if known, _ := c.sets.ContainsOrAdd(key, value); known {
		c.bytes.Add(-value.bytes) // another goroutine was faster
	}
	for c.bytes.Load() > maxCacheBytes && c.sets.Len() > 1 {
		c.sets.RemoveOldest()
	}
}

// Len returns how many sets are kept.
func (c *Cache) Len() int { return c.sets.Len() }

// Capacity returns how many sets may be kept.
func (c *Cache) Capacity() int { return c.capacity }

// Evictions returns how many sets were dropped for newer ones.
func (c *Cache) Evictions() int64 { return c.evictions.Load() }
