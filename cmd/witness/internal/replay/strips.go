package replay

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/inspect"
	"witness/engine/report"
)

// Limits of the strips in Markdown.
const (
	maxStrips  = 20 // sessions
	stripCells = 48
)

// readTracks returns the column track of queries.d/sessions.sql for the sessions in the store of a replay, by session.
func readTracks(ctx context.Context, e *engine.Replay, sessions int) (map[string]string, error) {
	queries := eval.LoadQueries(witness.Files, e.Project.Dir)
	i := slices.IndexFunc(queries, func(f *bundle.File) bool { return f.Name == "sessions" })
	t, err := e.Eval.Query(ctx, queries[i], "", []string{strconv.Itoa(sessions)})
	if err != nil {
		return nil, err
	}
	tracks := map[string]string{}
	for _, row := range term.Texts(t) {
		tracks[row[slices.Index(t.Columns, "session")]] = row[slices.Index(t.Columns, "track")]
	}
	return tracks, nil
}

// strips returns a table with the ribbon of each session and what it is worth looking at for, the most telling first.
func strips(list []result) (table eval.Table, left int) {
	table.Columns = []string{"session", "ribbon", "what happened"}
	var sessions []*report.Session
	tracks := map[string]string{}
	for _, j := range list {
		sessions = append(sessions, j.pages...)
		for id, track := range j.tracks {
			tracks[id] = track
		}
	}
	report.Sort(sessions)
	shorten := inspect.ShortIDs(slices.Sorted(maps.Keys(tracks)))
	for _, s := range sessions[:min(len(sessions), maxStrips)] {
		ribbon := term.NewRibbon(tracks[s.ID]).Strip(stripCells, term.Palette{})
		table.Rows = append(table.Rows, []any{shorten(s.ID), "`" + ribbon + "`", s.Headline})
	}
	return table, max(0, len(sessions)-maxStrips)
}
