// Package witness is the brain: what witness remembers, notices, says and answers, as
// SQL. It is the one Go file among the data, and only embeds it.
package witness

import "embed"

// Brain holds schema.sql, views.sql, settle.sql, trial.sql and the folders facts.d, rules.d and queries.d; and
// for `witness rules new` the templates of a rule and its test, and the tests of the rules.
//
//go:embed schema.sql views.sql settle.sql trial.sql facts.d rules.d queries.d
//go:embed rules.d/_template.sql testscripts/_template.txtar testscripts/rules
var Brain embed.FS
