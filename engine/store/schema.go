package store

import (
	"fmt"
	"hash/adler32"
	"io"
	"io/fs"
	"strings"
)

// A Schema is the wanted schema, the file schema.sql of the embedded files.
type Schema struct {
	assets      fs.FS
	Fingerprint int64 // checksum of the script, which is the store's user_version; never 0, the user_version of an empty store
}

// ReadSchema computes the fingerprint of schema.sql. Most hooks need nothing else of it.
func ReadSchema(assets fs.FS) (s Schema, err error) {
	f, err := assets.Open("schema.sql")
	if err != nil {
		return s, err
	}
	defer f.Close()
	h := adler32.New() // builds no table, and is fast without hardware support
	_, err = io.CopyBuffer(h, f, make([]byte, 4<<10))
	return Schema{assets, int64(int32(h.Sum32() | 1))}, err
}

// Script returns the text of schema.sql.
func (s Schema) Script() (string, error) {
	script, err := fs.ReadFile(s.assets, "schema.sql")
	return string(script), err
}

// Version returns the number in the view schema_version.
func (s Schema) Version() (n int64, err error) {
	script, err := s.Script()
	if err != nil {
		return 0, err
	}
	_, text, _ := strings.Cut(script, "CREATE VIEW schema_version AS SELECT ")
	_, err = fmt.Sscan(text, &n)
	return n, err
}
