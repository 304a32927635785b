package cli

import (
	"context"
	"slices"

	"witness"
	"witness/cmd/witness/internal/install"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/agent"
	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/inspect"
	"witness/engine/store"
)

// A completion is one way to complete a word, and its description.
type completion struct{ word, help string }

// argumentCompletions returns the names that a command accepts as its first argument, or as each
// argument if it takes a list.
func argumentCompletions(command string) []completion {
	switch command {
	case "witness hook", "witness lint", "witness record":
		return agentCompletions()
	case "witness init":
		return installableCompletions()
	case "witness rules explain", "witness snooze", "witness unsnooze":
		return ruleCompletions()
	case "witness why", "witness allow-once", "witness wrong":
		return verdictCompletions()
	case "witness query":
		return queryCompletions()
	}
	return nil
}

// valueCompletions returns the names that a flag with this name accepts.
func valueCompletions(flag string) []completion {
	switch flag {
	case "rule":
		return ruleCompletions()
	case "file":
		return pathCompletions()
	case "session":
		return idCompletions("SELECT session, agent FROM sessions ORDER BY started DESC LIMIT 20")
	}
	return nil
}

func verdictCompletions() []completion {
	return idCompletions("SELECT id, severity || ' ' || rule || iif(about = '', '', ': ' || about) FROM said ORDER BY at DESC LIMIT 20")
}

// isFileOfQuery reports whether a question is among these words that takes a file as its argument at a position.
func isFileOfQuery(words []string, position int) bool {
	dir, err := term.WorkDir()
	if err != nil {
		return false
	}
	return slices.ContainsFunc(eval.LoadQueries(witness.Files, dir), func(q *bundle.File) bool {
		return slices.Contains(words, q.Name) && position < len(q.Args) && q.Args[position] == "file"
	})
}

// pathCompletions returns the files of this project that are recorded.
func pathCompletions() (list []completion) {
	_ = asking(context.Background(), func(ctx context.Context, e *engine.Engine) error { // a completion cannot report an error
		return e.DB.Each(ctx, `
			SELECT DISTINCT file FROM touches WHERE root = :root AND file <> '' ORDER BY file LIMIT 5000`, store.Args{"root": e.Project.Root}, func(_ []string, row []store.Value) error {
			list = append(list, completion{hook.Printable(store.Text(row[0])), ""})
			return nil
		})
	})
	return list
}

// idCompletions returns the latest ids in the store of this project, none if there is no store.
func idCompletions(query string) (list []completion) {
	_ = asking(context.Background(), func(ctx context.Context, e *engine.Engine) error { // a completion cannot report an error
		shorten, err := inspect.Shortener(ctx, e)
		if err != nil {
			return err
		}
		return e.DB.Each(ctx, e.DB.WithViews(query), nil, func(_ []string, row []store.Value) error {
			list = append(list, completion{shorten(store.Text(row[0])), hook.Printable(store.Text(row[1]))})
			return nil
		})
	})
	return list
}

func agentCompletions() (list []completion) {
	for _, name := range install.AgentNames() {
		list = append(list, completion{word: name})
	}
	return list
}

// installableCompletions returns the agents that have settings to write.
func installableCompletions() (list []completion) {
	for _, a := range agent.All {
		if len(a.Settings()) > 0 {
			list = append(list, completion{word: a.Name})
		}
	}
	return list
}

func ruleCompletions() []completion {
	dir, err := term.WorkDir()
	if err != nil {
		return nil // a completion cannot report an error
	}
	rules, _, _ := check.ListRules(witness.Files, dir)
	var files []*bundle.File
	for _, r := range rules {
		files = append(files, r.File)
	}
	return fileCompletions(files)
}

func queryCompletions() []completion {
	dir, err := term.WorkDir()
	if err != nil {
		return nil
	}
	return fileCompletions(eval.LoadQueries(witness.Files, dir))
}

func fileCompletions(files []*bundle.File) (list []completion) {
	for _, f := range files {
		list = append(list, completion{f.Name, f.Summary()})
	}
	return list
}
