package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A writer writes statements at random. Every relation of them has the columns of shared, so that nearly all are valid: tables, views,
// common table expressions and subqueries, in which the columns may be those of another name.
type writer struct {
	*rand.Rand
	depth     int
	relations []string // names that FROM may have
	made      int      // aliases so far
}

// shared are the columns of every relation.
var shared = []string{"session", "root", "t", "program", "passed"}

// one returns one of some texts.
func (w *writer) one(texts ...string) string { return texts[w.IntN(len(texts))] }

// rarely is true once in so many times.
func (w *writer) rarely(times int) bool { return w.IntN(times) == 0 }

// query writes a SELECT with the shared columns, or, if any will do, others.
func (w *writer) query(any bool, outer ...string) string {
	w.depth++
	defer func(known int) { w.depth--; w.relations = w.relations[:known] }(len(w.relations))
	var b strings.Builder
	if w.depth < 4 && w.rarely(4) {
		name := w.one("c1", "c2", "c1", "runs", "tests", "v1", `"v2"`)
		columns := w.one("", "", " (session, root, t, program, passed)", " (program, root, t, session, passed)")
		body := w.query(false)
		if w.rarely(3) {
			body += " UNION ALL SELECT session, root, t + 1, program, passed FROM " + name + " WHERE " + w.one("t < 3", "session = :session AND t < 3")
		}
		fmt.Fprintf(&b, "WITH %s%s%s AS %s(%s) ", w.one("", "RECURSIVE "), name, columns, w.one("", "MATERIALIZED ", "NOT MATERIALIZED "), body)
		w.relations = append(slices.Clone(w.relations), strings.Trim(name, `"`), strings.Trim(name, `"`))
	}
	b.WriteString(w.selected(any, outer))
	for w.depth < 4 && w.rarely(5) {
		b.WriteString(w.one(" UNION ", " UNION ALL ", " union all ", " EXCEPT ", " INTERSECT ") + w.selected(false, outer))
	}
	return b.String() + w.one("", "", "", "", " LIMIT 3", " LIMIT 0", " ORDER BY 1", " ORDER BY (SELECT max(t) FROM runs)")
}

// selected writes one SELECT.
func (w *writer) selected(any bool, outer []string) string {
	if w.rarely(25) {
		return "VALUES (:session, :root, 1, 'p', 1)"
	}
	var from strings.Builder
	var inner []string
	for i := range 1 + w.IntN(3)*w.IntN(2) {
		w.made++
		relation, alias := w.one(w.relations...), fmt.Sprintf("a%d", w.made)
		switch {
		case w.depth < 4 && w.rarely(5):
			relation = "(" + w.query(false) + ")"
		case w.rarely(12):
			relation = "json_each(:l)"
		case w.rarely(6):
			alias = relation
		case w.rarely(6) && len(outer) > 0:
			alias = w.one(outer...)
		}
		if slices.Contains(inner, alias) {
			alias = fmt.Sprintf("a%d", w.made)
		}
		if i > 0 {
			from.WriteString(w.one(", ", " JOIN ", " LEFT JOIN ", " left outer join ", " CROSS JOIN ", " INNER JOIN ", " NATURAL JOIN ", " RIGHT JOIN ", " /* , */ JOIN "))
		}
		from.WriteString(relation + w.one(" ", " AS ") + w.one(alias, alias, `"`+alias+`"`))
		if relation != "json_each(:l)" {
			inner = append(inner, alias)
		}
		if i > 0 && len(inner) > 0 && w.rarely(2) && !strings.Contains(from.String(), "NATURAL") {
			from.WriteString(" ON " + w.condition(slices.Concat(inner, inner, outer)))
		}
	}
	if len(inner) == 0 || w.rarely(20) { // no columns
		return "SELECT :session AS session, :root AS root, 1 AS t, 'p' AS program, 1 AS passed" +
			w.one("", " FROM json_each(:l)", " WHERE "+w.parameter())
	}
	all := slices.Concat(inner, inner, outer)
	text := "SELECT " + w.one("", "", "DISTINCT ", "/* FROM tests */ ") + w.columns(any, inner) + w.one(" FROM ", "\nfrom ", " -- WHERE x OR\nFROM ") + from.String()
	if !w.rarely(6) {
		text += " WHERE " + w.condition(all)
	}
	switch w.IntN(14) {
	case 0:
		text += " GROUP BY " + w.one(inner...) + "." + w.one(shared...) + w.one("", " HAVING count(*) > 1", " HAVING count(*) = 0")
	case 1:
		text += " HAVING " + w.one("count(*) > 0", "count(*) >= 0", "count(*) > -1", "count(*) > :x", "max(1) > 0", "total(1) > 0", "sum(1) >= :x",
			"count(*) > 0 OR 1", "count(*)", "NOT count(*)", "NOT max("+w.one(inner...)+".t)", "max("+w.one(inner...)+".t)", "NOT sum(1) > 0", "count(*) = 0", "count(*) + 1 >= :x", "json_group_array(1) > 0", "max("+w.one(inner...)+".t) > 0 IS NULL")
	case 2:
		if any {
			text += " ORDER BY count(*)"
		}
	}
	return text
}

// columns writes the list of a SELECT.
func (w *writer) columns(any bool, from []string) string {
	a := w.one(from...)
	if any && w.rarely(3) {
		return w.one("1", "count(*)", "max("+a+".t)", "max("+a+".t, 1)", "count(*) OVER ()", "sum("+a+".t) OVER (PARTITION BY "+a+".program)",
			"(SELECT max("+a+".t))", "(SELECT count(*) FROM runs)", "string_agg("+a+".program, ',')", "CASE WHEN "+a+".t THEN max("+a+".t) END",
			"1 + coalesce(sum("+a+".t), 0)", "group_concat("+a+".program)", "(SELECT max("+a+".t) FROM tests)", a+".t IS NOT DISTINCT FROM 1")
	}
	if w.rarely(4) {
		return w.one("*", a+".*", a+".program AS session, *", "*, "+a+".program AS session")
	}
	list := make([]string, len(shared))
	for i, name := range shared {
		list[i] = w.one(a, a, a, w.one(from...)) + "." + name
		switch {
		case w.rarely(12):
			list[i] = w.one(from...) + "." + w.one(shared...) + " AS " + name
		case w.rarely(15):
			list[i] = w.one("max(", "min(", "max(0, ", "coalesce(") + list[i] + w.one(")", ", 1)") + " AS " + name
		case w.rarely(15):
			list[i] = w.one(":session", ":root", "1", "'p'", "(SELECT max("+list[i]+") FROM runs)") + " AS " + name
		}
	}
	if w.rarely(5) {
		i, j := w.IntN(len(list)), w.IntN(len(list))
		list[i], list[j] = list[j], list[i]
	}
	return strings.Join(list, ", ")
}

// condition writes a condition on the columns of relations.
func (w *writer) condition(from []string) string {
	w.depth++
	defer func() { w.depth-- }()
	if w.depth > 6 || w.rarely(3) {
		return w.atom(from)
	}
	switch w.IntN(16) {
	case 0:
		return w.condition(from) + " OR " + w.condition(from)
	case 1:
		return "(" + w.condition(from) + " or " + w.condition(from) + ")"
	case 2:
		return w.one("NOT ", "not (") + w.atom(from) + ")"
	case 3:
		return w.one("iif(", "coalesce(") + w.atom(from) + ", 1, 0)"
	case 4:
		return "CASE WHEN " + w.condition(from) + " THEN " + w.atom(from) + " ELSE 1 END"
	case 5:
		return "(" + w.condition(from) + ") IS " + w.one("NULL", "NOT 1", "0")
	}
	return w.condition(from) + " AND " + w.condition(from)
}

// atom writes a condition without AND and OR.
func (w *writer) atom(from []string) string {
	a, b := w.one(from...), w.one(from...)
	if w.depth < 6 && w.rarely(4) {
		exists := "EXISTS (" + w.query(true, from...) + ")"
		return w.one(exists, exists, exists, "NOT "+exists, exists+" = 0", exists+" IS NOT 1", "coalesce("+exists+", 0)", a+".t IN (SELECT t FROM runs)",
			a+".t = (SELECT t FROM ("+w.query(false)+"))", "(SELECT t FROM ("+w.query(false, from...)+")) = 1", "(SELECT count(*) FROM tests) = 0")
	}
	switch w.IntN(5) {
	case 0:
		return w.parameter()
	case 1, 2:
		return w.one(a+".session = :session", "session = :session", ":session = "+a+".session", "+"+a+".session = :session", a+".root = :root")
	case 3:
		return a + w.one(".session = ", ".root = ", ".t = ", ".passed > ", ".t > ") + b + w.one(".session", ".root", ".t", ".passed", ".session")
	}
	return w.one(a+".session <> :session", a+".t = :t", a+".program = :program", a+".passed > 0", "passed > 0", a+".session > 0", a+".t BETWEEN 0 AND 5",
		a+".t BETWEEN 0 BETWEEN 0 AND 1 AND :x", a+".passed IS NULL", a+".session = :session IS NULL", a+".session = :session = 0", a+".session = 'p'",
		a+`."end" = 1`, a+".end = 1 OR 1", `"end" OR 1`, a+".session = :session COLLATE NOCASE", a+".t IN (1, 2)", "'x.session = :session' = 'y'",
		"row_number() OVER () = 1", "NOT "+a+".session = :session", a+".session == :session", a+".session = :session || ''", a+".passed >= 0",
		"("+a+".session, 1) = (:session, 1)", a+".passed > 0 IS NULL", a+".session IS :session", a+".t <> :t OR 1")
}

// parameter writes a condition on a parameter.
func (w *writer) parameter() string {
	return w.one(":x", "NOT :x", ":x > 0", ":x >= 0", ":x = ''", ":x <> ''", ":x <> 'it''s'", ":x NOT IN ('it''s', 'a')", ":x NOT IN ('a', 'it')", ":x = 'a'", ":x = 'it''s'",
		":x IS NULL", ":x = '' OR 1", ":x IN ('a')", ":x <> '5'", ":x = '5'", "json_array_length(:l) > 0", ":x AND 1", "(:x)", ":x <> 'A' COLLATE NOCASE", ":x = 0", ":x IS NOT 1",
		"json_array_length(:l, '$.a') > 0", ":x > 0 > 0", ":x > -1", ":x = 'a' = 0", ":x NOT IN ('a') = 0", "-:x", ":x NOTNULL", ":x NOT IN (:l, 'a')", "NOT :x IS NULL", ":x /* OR 1 */")
}
