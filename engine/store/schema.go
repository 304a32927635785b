package store

import (
	"fmt"
	"hash/adler32"
	"io"
	"io/fs"
	"strings"
)

// A schema is schema.sql among the embedded files.
type schema struct {
	assets fs.FS
	Sum    int64 // fingerprint of the script; never 0, which is the fingerprint of an empty store
}

// readSchema takes the fingerprint of schema.sql, which is all that most hooks need of it.
func ReadSchema(assets fs.FS) (s schema, err error) {
	f, err := assets.Open("schema.sql")
	if err != nil {
		return s, err
	}
	defer f.Close()
	h := adler32.New() // needs no table, and no hardware support to be fast
	_, err = io.CopyBuffer(h, f, make([]byte, 4<<10))
	return schema{assets, int64(int32(h.Sum32() | 1))}, err
}

// script is the text of schema.sql.
func (s schema) Script() (string, error) {
	script, err := fs.ReadFile(s.assets, "schema.sql")
	return string(script), err
}

// version is the number in the view schema_version.
func (s schema) Version() (n int64, err error) {
	script, err := s.Script()
	if err != nil {
		return 0, err
	}
	_, text, _ := strings.Cut(script, "CREATE VIEW schema_version AS SELECT ")
	_, err = fmt.Sscan(text, &n)
	return n, err
}
