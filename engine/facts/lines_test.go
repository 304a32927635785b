package facts

import (
	"strings"
	"testing"
)

func TestSpanOf(t *testing.T) {
	for line, want := range map[string]span{
		"sed -n 5,20p":            {first: 5, last: 20},
		"sed -n 7p":               {first: 7, last: 7},
		"sed -n 7,$p":             {first: 7},
		"sed -n 1,5p;20,30p":      {first: 1, last: 30},
		"sed -n 5,20p;20q":        {first: 5, last: 20},
		"sed -n -e 1,5p -e 9,$p":  {first: 1},
		"sed -ne 3,4p":            {first: 3, last: 4},
		"head":                    {first: 1, last: 10},
		"head -n 20":              {first: 1, last: 20},
		"head -n20":               {first: 1, last: 20},
		"head -20":                {first: 1, last: 20},
		"head --lines=20":         {first: 1, last: 20},
		"tail":                    {tail: 10},
		"tail -n 3":               {tail: 3},
		"tail -3":                 {tail: 3},
		"tail -n +7":              {first: 7},
		"tail +7":                 {first: 7},
		"/usr/bin/head -n 2 a.go": {first: 1, last: 2},
		"cat":                     {},
		"nl -ba":                  {},
	} {
		words := strings.Fields(line)
		if got, ok := spanOf(words[0], words[1:]); !ok || got != want {
			t.Errorf("%s: %v %v, want %v", line, got, ok, want)
		}
	}
	for _, line := range []string{"sed 5,20p", "sed -n /x/p", "sed -n 5,20d", "sed -n 5,/x/p", "sed -i -n 1p", "sed -n", "head -c 20", "head -n -5", "tail -c 9", "bat -r 3:4", "grep x", "less"} {
		words := strings.Fields(line)
		if got, ok := spanOf(words[0], words[1:]); ok {
			t.Errorf("%s: %v, want that it is not known", line, got)
		}
	}
}

func TestSpanWithin(t *testing.T) {
	for _, test := range []struct {
		part, of, want span
		ok             bool
	}{
		{span{first: 1, last: 5}, span{}, span{first: 1, last: 5}, true},
		{span{}, span{first: 3, last: 9}, span{first: 3, last: 9}, true},
		{span{first: 2, last: 4}, span{first: 10, last: 20}, span{first: 11, last: 13}, true},
		{span{first: 2, last: 40}, span{first: 10, last: 20}, span{first: 11, last: 20}, true},
		{span{first: 5}, span{first: 10}, span{first: 14}, true},
		{span{tail: 5}, span{}, span{tail: 5}, true},
		{span{tail: 5}, span{first: 1, last: 9}, span{}, false},
	} {
		if got, ok := test.part.within(test.of); got != test.want || ok != test.ok {
			t.Errorf("%v of %v: %v %v, want %v %v", test.part, test.of, got, ok, test.want, test.ok)
		}
	}
}

func TestSetTotal(t *testing.T) {
	for _, test := range []struct {
		name        string
		shown       Touch
		total       int64
		first, last int64
	}{
		{"a part", Touch{First: 5, Last: 20, counted: true}, 100, 5, 20},
		{"a part that goes beyond the end", Touch{First: 5, Last: 20, counted: true}, 12, 5, 12},
		{"to the end", Touch{First: 5, counted: true}, 12, 5, 12},
		{"the end", Touch{tail: 3, counted: true}, 12, 10, 12},
		{"more than all", Touch{tail: 30, counted: true}, 12, 1, 12},
		{"all", Touch{counted: true}, 12, 1, 12},
		{"beyond the end", Touch{First: 50, Last: 60, counted: true}, 12, 0, 0},
		{"not known", Touch{}, 12, 0, 0},
		{"an empty file", Touch{counted: true}, 0, 0, 0},
	} {
		got := test.shown
		if got.SetTotal(test.total); got.First != test.first || got.Last != test.last || got.Lines != test.total {
			t.Errorf("%s: %d to %d of %d, want %d to %d of %d", test.name, got.First, got.Last, got.Lines, test.first, test.last, test.total)
		}
	}
}
