package spent

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/regular"
)

// A price is what a million tokens cost, in US dollars; nil if there is no such price.
type price struct {
	model                                string
	input, cached, written, kept, output *float64
}

// Prices are those of the table prices.tsv, the user's own first.
type Prices []price

// priceColumns is the line with the names of the columns.
const priceColumns = "model\tinput\tcached\twritten\tkept\toutput\tsource\tread"

// LoadPrices reads the user's table and the one of witness.
func LoadPrices(assets fs.FS) (list Prices, err error) {
	text, err := fs.ReadFile(assets, "prices.tsv")
	if err != nil {
		return nil, err
	}
	if dir := project.UserConfigDir(); dir != "" {
		path := filepath.Join(dir, "prices.tsv")
		own, err := regular.Read(path, bundle.MaxFileSize)
		switch {
		case err == nil:
			if list, err = readPrices(path, string(own)); err != nil {
				return nil, err
			}
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	of, err := readPrices("prices.tsv", string(text))
	return append(list, of...), err
}

// readPrices reads a table: a row for each model, whose last two columns say where the prices are from.
func readPrices(path, text string) (list Prices, err error) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' || line == priceColumns {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != strings.Count(priceColumns, "\t")+1 {
			return nil, &bundle.FileError{Path: path, Line: n, Err: fmt.Errorf("the columns are %s, with a tab between them", strings.ReplaceAll(priceColumns, "\t", ", "))}
		}
		p := price{model: cells[0]}
		for i, to := range []**float64{&p.input, &p.cached, &p.written, &p.kept, &p.output} {
			if cells[i+1] == "" {
				continue
			}
			dollars, err := strconv.ParseFloat(cells[i+1], 64)
			if err != nil || dollars < 0 {
				return nil, &bundle.FileError{Path: path, Line: n, Err: fmt.Errorf("%q is no price in dollars", hook.Sanitize(cells[i+1]))}
			}
			*to = &dollars
		}
		list = append(list, p)
	}
	return list, nil
}

// Cost returns what tokens cost, in US dollars. It is not known if the table lacks the model, or a price that is needed.
func (list Prices) Cost(u hook.Usage) (dollars float64, known bool) {
	for _, p := range list {
		if !p.is(u.Model) {
			continue
		}
		for _, part := range []struct {
			tokens int64
			price  *float64
		}{{u.Input, p.input}, {u.Cached, p.cached}, {u.Written, p.written}, {u.Kept, p.kept}, {u.Output, p.output}} {
			switch {
			case part.tokens == 0:
			case part.price == nil:
				return 0, false
			default:
				dollars += float64(part.tokens) * *part.price / 1e6
			}
		}
		return dollars, true
	}
	return 0, false
}

// is reports whether the client means this model by a name: with the provider before it, or a date behind it.
func (p price) is(name string) bool {
	name = name[strings.LastIndexByte(name, '/')+1:]
	date, ok := strings.CutPrefix(name, p.model)
	return ok && (date == "" || date[0] == '-' && len(date) > 8 && strings.Trim(date, "-0123456789") == "")
}
