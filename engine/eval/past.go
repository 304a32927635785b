package eval

import (
	"context"

	"witness/engine/bundle"
	"witness/engine/calls"
	"witness/engine/facts"
	"witness/engine/store"
)

// A past is what an instance is compared with: what the session has done.
type past struct {
	db       *store.DB
	call     *facts.Call
	commands []pastCommand
	files    map[string][]sessionFile // by root
}

// A pastCommand is a command that has succeeded, or a call of a tool.
type pastCommand struct {
	calls.Command
	tool  string // the client's name of it, "" for a command
	skill string // that it loads
	inert bool
	at    [2]int64 // the tick, and 1 if nothing behind it on its line may have changed a file
}

// A sessionFile is a file that the session has read or changed.
type sessionFile struct{ path, file, class string }

const (
	pastCommands = "SELECT t, text, kind, inert, holds FROM succeeded WHERE t > :from"
	pastTools    = "SELECT t, name, agent_type FROM events WHERE session = :session AND t > :from AND moment = 'after' AND outcome = 'ok' AND tool <> 'run'"
	pastFiles    = "SELECT path, file, class FROM touches INDEXED BY touches_in_order WHERE session = :session AND t > :from AND root = :root AND outcome = 'ok'"
)

// maxPast is how many calls of a session an instance looks back.
const maxPast = 5000

// from returns the tick before the first call that an instance looks at.
func (p *past) from() int64 { return max(p.call.T-maxPast, -1) }

// commandsBefore returns what the session has run with success.
func (p *past) commandsBefore(ctx context.Context) ([]pastCommand, error) {
	if p.commands != nil {
		return p.commands, nil
	}
	list := []pastCommand{}
	sandbox, a := p.db.Sandbox(bundle.Rules), store.Args{"session": p.call.Session, "from": p.from()}
	err := sandbox.Each(ctx, pastCommands, a, func(_ []string, row []store.Value) error {
		c := pastCommand{Command: calls.Command{Text: store.Text(row[1]), Kind: store.Text(row[2])}, inert: row[3] == int64(1)}
		c.at[0], _ = row[0].(int64)
		c.at[1], _ = row[4].(int64)
		list = append(list, c)
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = p.db.Each(ctx, pastTools, a, func(_ []string, row []store.Value) error {
		c := pastCommand{tool: store.Text(row[1]), skill: store.Text(row[2]), at: [2]int64{0, 1}}
		c.at[0], _ = row[0].(int64)
		list = append(list, c)
		return nil
	})
	p.commands = list
	return list, err
}

// filesOf returns the files of a project that the session has read or changed.
func (p *past) filesOf(ctx context.Context, root string) (list []sessionFile, err error) {
	if list, known := p.files[root]; known {
		return list, nil
	}
	seen := map[string]bool{}
	err = p.db.Each(ctx, pastFiles, store.Args{"session": p.call.Session, "root": root, "from": p.from()}, func(_ []string, row []store.Value) error {
		if path := store.Text(row[0]); !seen[path] {
			seen[path] = true
			list = append(list, sessionFile{path, store.Text(row[1]), store.Text(row[2])})
		}
		return nil
	})
	if p.files == nil {
		p.files = map[string][]sessionFile{}
	}
	p.files[root] = list
	return list, err
}
