package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/adler32"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"witness/engine/bundle"
)

// A Schema is a wanted schema: the file schema.sql of the embedded files, and in a fleet also fleet.sql.
type Schema struct {
	assets      fs.FS
	files       []string
	Fingerprint int64 // checksum of the script, which is the store's user_version; never 0, the user_version of an empty store
}

// ReadSchema computes the fingerprint of the schema, of a store in a fleet or of any other. Most hooks need nothing else of it.
func ReadSchema(assets fs.FS, inFleet bool) (s Schema, err error) {
	s = Schema{assets: assets, files: []string{"schema.sql"}}
	if inFleet {
		s.files = append(s.files, fleetFile)
	}
	h := adler32.New() // builds no table, and is fast without hardware support
	buffer := make([]byte, 4<<10)
	for _, name := range s.files {
		f, err := assets.Open(name)
		if err != nil {
			return s, err
		}
		if _, err := io.CopyBuffer(h, f, buffer); err != nil {
			return s, errors.Join(err, f.Close())
		}
		if err := f.Close(); err != nil {
			return s, err
		}
	}
	s.Fingerprint = int64(int32(h.Sum32() | 1))
	return s, nil
}

// Script returns the text of the schema.
func (s Schema) Script() (text string, err error) {
	for _, name := range s.files {
		part, err := bundle.ReadText(s.assets, name)
		if err != nil {
			return "", err
		}
		text += part
	}
	return text, nil
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

// errAltered is the error for a store whose schema is not the one that witness made. Such a store is set
// aside as a damaged one is: a missing table makes every hook fail, and a trigger or an index of somebody
// else's can change what is recorded.
var errAltered = errors.New("the schema is not what witness made")

// CheckSchema compares the schema of the store with the one that witness creates. The error says what
// differs. Tables that witness does not know have no effect and are left alone; so is the schema of a
// newer version.
func (db *DB) CheckSchema(ctx context.Context) error {
	if db.Newer || db.Path == "" {
		return nil
	}
	schema, err := ReadSchema(db.assets, db.InFleet)
	if err != nil {
		return err
	}
	script, err := schema.Script()
	if err != nil {
		return err
	}
	want := map[object]string{}
	for _, statement := range Statements(script) {
		text := Compact(statement)
		words := strings.Fields(strings.Replace(text, "CREATE UNIQUE INDEX", "CREATE INDEX", 1))
		want[object{strings.ToLower(words[1]), words[2]}] = text
	}
	altered := func(o object, what string) error {
		return fmt.Errorf("%w: the %s %s %s", errAltered, o.kind, o.name, what)
	}
	var changed []object // tables with another text, as those that an upgrade extended have
	err = db.Each(ctx, "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'", nil, func(_ []string, row []Value) error {
		o := object{Text(row[0]), Text(row[1])}
		text, known := want[o]
		delete(want, o)
		switch same := strings.Join(strings.Fields(Text(row[2])), " ") == text; {
		case same || !known && o.kind == "table":
		case !known:
			return altered(o, "was added")
		case o.kind == "table" && constraints(Text(row[2])) == constraints(text):
			changed = append(changed, o)
		default:
			return altered(o, "was changed")
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(want) > 0 {
		missing := slices.SortedFunc(maps.Keys(want), func(a, b object) int {
			return cmp.Or(cmp.Compare(b.kind, a.kind), cmp.Compare(a.name, b.name)) // a table before its indexes
		})
		i := max(0, slices.IndexFunc(missing, func(o object) bool { return o.kind == "table" }))
		return altered(missing[i], "is missing")
	}
	for _, o := range changed {
		same, err := db.sameColumns(ctx, o.name, script)
		if err != nil {
			return err
		}
		if !same {
			return altered(o, "was changed")
		}
	}
	return nil
}

// An object is one of the schema, such as a table.
type object struct{ kind, name string }

// constraints counts the words of a CREATE TABLE that restrict or compute values.
func constraints(sql string) (counts [6]int) {
	for i, word := range []string{"CHECK", "UNIQUE", "REFERENCES", "GENERATED", "COLLATE", "CONFLICT"} {
		counts[i] = strings.Count(strings.ToUpper(sql), word)
	}
	return counts
}

// sameColumns reports whether a table has the columns that a schema gives it, in any order.
func (db *DB) sameColumns(ctx context.Context, table, script string) (same bool, err error) {
	fresh, err := OpenUnprepared(":memory:", nil)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, fresh.Close()) }()
	for _, statement := range Statements(script) {
		if name, ok := creates(statement, "TABLE"); ok && name == table {
			if _, err := fresh.Exec(ctx, statement); err != nil {
				return false, err
			}
		}
	}
	want, err := tableColumns(ctx, fresh, table)
	if err != nil {
		return false, err
	}
	have, err := tableColumns(ctx, db, table)
	return maps.Equal(want, have), err
}
