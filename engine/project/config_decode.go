package project

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"witness/engine/bundle"
	"witness/engine/regular"
)

// maxConfigSize bounds the size of a configuration file, in bytes. Each call decodes it.
const maxConfigSize = 16 << 10

// maxTablesSize bounds what a configuration file may have beside that: its rules, of which a call decodes those that concern it.
const maxTablesSize = bundle.MaxFileSize

// readFile adds a file as one layer. It is not an error if the file does not exist.
func (c *Config) readFile(path string, layer int) {
	text, err := readConfig(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		c.Errs = append(c.Errs, err)
	default:
		c.add(c, path, text, layer)
	}
}

// readConfig reads a configuration file.
func readConfig(path string) ([]byte, error) { return readBounded(path, maxTablesSize) }

// readBounded reads a regular file of at most max bytes, or the one that a link leads to.
func readBounded(path string, most int64) ([]byte, error) {
	text, err := regular.Read(path, most)
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	if err != nil {
		return nil, &bundle.FileError{Path: path, Line: 0, Err: fmt.Errorf("this file is not read: %w", err)}
	}
	return text, nil
}

// add adds the text of a file as one layer. below are the layers below it, whose locks hold.
func (c *Config) add(below *Config, path string, text []byte, layer int) {
	c.Files = append(c.Files, path)
	rest, tables := bundle.CutTables(path, string(text))
	c.addTables(layer, tables)
	tree, err := map[string]any(nil), checkSize(path, rest)
	if err == nil {
		tree, err = decodeConfig(path, []byte(rest))
	}
	if err != nil {
		if layer == layerProject {
			err = unquoted(err)
		}
		c.Errs = append(c.Errs, err)
		return
	}
	in := &layerReader{config: c, below: below, layer: layer, path: path, lines: keyLines(rest)}
	in.add(tree)
	in.count()
}

// addTables adds the rules of a file of a layer.
func (c *Config) addTables(layer int, tables []bundle.Table) {
	origin := map[int]string{layerSystem: "policy", layerPolicy: "policy", layerUser: "user", layerProject: "project"}[layer]
	for _, t := range tables {
		c.tables = append(c.tables, ruleTable{t, origin})
	}
}

// checkSize refuses the part of a file that each call decodes if it is too large.
func checkSize(path, rest string) error {
	if size := len(rest) - strings.Count(rest, "\n\n"); size > maxConfigSize {
		return &bundle.FileError{Path: path, Line: 0, Err: fmt.Errorf("this file is not read: %w", regular.LimitError(maxConfigSize))}
	}
	return nil
}

// decodeConfig decodes the TOML of a file into maps.
func decodeConfig(path string, text []byte) (map[string]any, error) {
	tree := map[string]any{}
	if err := bundle.CheckBounds(path, string(text)); err != nil {
		return nil, err
	}
	if _, err := toml.Decode(string(text), &tree); err != nil {
		return nil, (&bundle.File{Path: path, Text: string(text)}).TOMLError(err)
	}
	return tree, nil
}

// off is the value of store.keep and store.max_size that sets no limit.
const off = "off"

// ParseDuration parses a duration such as 30m, 12h, 1d or 2w: one of Go, which weeks and days may precede.
func ParseDuration(text string) (d time.Duration, err error) {
	rest := text
	for _, unit := range []struct {
		letter string
		length time.Duration
	}{{"w", 7 * 24 * time.Hour}, {"d", 24 * time.Hour}} {
		if number, after, ok := strings.Cut(rest, unit.letter); ok {
			n, err := strconv.ParseUint(number, 10, 13)
			if err != nil {
				return 0, notDuration(text)
			}
			d, rest = d+time.Duration(n)*unit.length, after
		}
	}
	if rest == "" && text != "" {
		return d, nil
	}
	more, err := time.ParseDuration(rest)
	if err != nil || more < 0 || d+more < 0 {
		return 0, notDuration(text)
	}
	return d + more, nil
}

func notDuration(text string) error {
	return fmt.Errorf("%q is not a duration such as 30m, 12h, 1d or 2w", text)
}

// ParseSize parses a size such as 500MB, in bytes.
func ParseSize(text string) (int64, error) {
	for unit, bytes := range map[string]int64{"kB": 1e3, "MB": 1e6, "GB": 1e9} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			if n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 32); err == nil && n > 0 {
				return int64(n) * bytes, nil
			}
		}
	}
	return 0, fmt.Errorf("%q is not a size such as 500MB", text)
}
