package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/sqltext"
	"witness/engine/store"
)

// A diagnosis is an error of SQLite's about a query, explained to its author.
type diagnosis struct {
	word    string // the word of the query at which the mistake is
	message string
	replace string // what to replace to find further mistakes, "" if nothing helps
	with    string // its replacement, "" if nothing helps
	exact   bool   // with is what was meant, and not only something that compiles
}

// diagnose explains an error message of SQLite's about text, the query of f.
func (n schemaNames) diagnose(f *bundle.File, text, message string) diagnosis {
	last := message[strings.LastIndex(message, " ")+1:]
	table, column, qualified := strings.Cut(last, ".")
	d := diagnosis{word: strings.TrimSuffix(last, "()"), message: message, replace: last}
	suggest := func(name string, known []string, prefix string) {
		if best := bundle.Nearest(name, known); best != "" {
			d.message += fmt.Sprintf("; did you mean %q?", best)
			d.with, d.exact = prefix+best, true
		}
	}
	switch {
	case strings.HasPrefix(message, `near "`):
		rest := strings.TrimPrefix(message, `near "`)
		d.word, _, _ = strings.Cut(rest, `"`)
		d.replace = ""
		switch strings.ToUpper(d.word) {
		case ";":
			d.message = `near ";": a file contains one SELECT, without a semicolon`
		case "INSERT", "UPDATE", "DELETE", "REPLACE":
			d.message = fmt.Sprintf("near %q: a file contains one SELECT and cannot change anything", d.word)
		default:
			if name, ok := strings.CutPrefix(d.word, ":"); ok && regexp.MustCompile(`(?i)\bin\s+:`+regexp.QuoteMeta(name)+`\b`).MatchString(sqltext.Mask(text)) {
				d.message = fmt.Sprintf("near %q: a list is a JSON array; write IN (SELECT value FROM json_each(:%s))", d.word, name)
			}
		}
	case strings.HasPrefix(message, "no such table"):
		defined := regexp.MustCompile(`(?i)\b(?:with|recursive|,)\s*(\w+)\s*(?:\([^()]*\)\s*)?as\s*\(`).FindAllStringSubmatch(sqltext.Mask(text), -1)
		known := n.tables(f.Kind)
		for _, m := range defined {
			known = append(known, m[1])
		}
		suggest(last, known, "")
	case strings.HasPrefix(message, "no such column") && qualified:
		d.with = "NULL"
		if columns := n.columnsOf(text, table); len(columns) > 0 {
			suggest(column, columns, table+".")
		} else if sqltext.WordIndex(sqltext.Mask(text), table, sqltext.WordIndex(sqltext.Mask(text), last, 0)+1) < 0 {
			d.message += fmt.Sprintf("; the query has no table and no alias %q", table)
		} else {
			suggest(column, n.columnsOf(text, ""), table+".")
		}
	case strings.HasPrefix(message, "no such column"):
		d.with = "NULL"
		if strings.ContainsAny(last, "‘’“”") {
			d.message += "; a string is written in straight single quotes: '…'"
		} else if slices.Contains(eval.Parameters(f), last) {
			d.message += fmt.Sprintf("; did you mean the parameter \":%s\"?", last)
			d.with = ":" + last
		} else {
			suggest(last, n.columnsOf(text, ""), "")
		}
	case strings.HasPrefix(message, "no such function"):
		d.with = "printf"
		if slices.Contains(eval.Parameters(f), last) {
			d.message += fmt.Sprintf("; did you mean the parameter \":%s\"?", last)
			break
		}
		if strings.EqualFold(last, "REGEXP") || strings.EqualFold(last, "MATCH") {
			d.message += "; core SQLite has GLOB and LIKE"
			d.with = ""
		}
		suggest(strings.ToLower(last), n.functions, "")
	case strings.HasPrefix(message, "not authorized to use function"):
		d.message = message + "; " + forbidden(strings.ToLower(last), f.Kind)
		d.with = "printf"
		if strings.HasPrefix(strings.ToLower(last), "current_") {
			d.with = "NULL"
		}
	case strings.HasPrefix(message, "unrecognized token: "):
		d.word, d.replace = strings.Trim(last, `"`), ""
		d.message += "; a value of the call is a parameter, written :name"
	case strings.HasPrefix(message, "access to "):
		d.word, _, _ = strings.Cut(strings.TrimPrefix(message, "access to "), ".")
		d.replace = ""
		d.message = fmt.Sprintf("a file in %s.d can only read the tables and views that `witness rules docs schema` lists, not %s", f.Kind, d.word)
		if slices.Contains(store.Private, d.word) {
			d.message = fmt.Sprintf("a file in %s.d cannot read %s: only queries.d can read what witness itself said or did", f.Kind, d.word)
		}
	case strings.HasPrefix(message, "misuse of aggregate"):
		d.message += "; a condition on it belongs in HAVING, not in WHERE"
	case strings.HasPrefix(message, "SELECTs to the left and right of "):
		d.word, _, _ = strings.Cut(strings.TrimPrefix(message, "SELECTs to the left and right of "), " ")
	}
	return d
}

// forbidden returns why a file of a kind may not use a function.
func forbidden(function, kind string) string {
	switch {
	case function == "matches":
		return "it is for readers, in facts.d; " + kind + ".d has GLOB and LIKE"
	case strings.Contains(function, "random"):
		return "the same call must get the same answer"
	case strings.Contains(function, "date") || strings.Contains(function, "time") || slices.Contains([]string{"julianday", "unixepoch"}, function):
		return "a query cannot read the clock; :now is the time of the call, in milliseconds since 1970"
	}
	return "its result depends on more than the store"
}
