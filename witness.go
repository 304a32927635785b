// Package witness embeds the files that are SQL: the schema, and what witness remembers, finds and
// answers. It is the only Go file next to them.
package witness

import "embed"

// Files holds files.txt, prices.tsv, schema.sql, fleet.sql, the folder state, whose statements keep the state up to date, the folders views,
// facts.d, rules.d, share.d and queries.d, how often the rules were right, and what describes them, the tables and the configuration; for `witness rules new` also the templates of a
// rule and its test, and the tests of the rules.
//
//go:embed files.txt prices.tsv schema.sql fleet.sql views views.sql state facts.d rules.d queries.d share.d
//go:embed rules.d/_template.sql testscripts/_template.txtar testscripts/rules/*.txtar docs/precision.tsv docs/rules.md docs/schema.md docs/*.schema.json
var Files embed.FS
