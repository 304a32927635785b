// Package watch is the screen of witness watch: the calls of a project as they begin and end.
//
// screen.go has the terminal and keys.go its keys; model.go and entry.go have what is shown, acts.go what can be done about it, and view.go
// how it looks. list.go has the list of sessions, from which one is opened.
// The model and the view know no terminal: they turn occurrences and keys into lines.
package watch

import (
	"slices"
	"strings"
	"time"

	"witness/engine/hook"
	"witness/engine/inspect"
)

// A Model is what the screen shows.
type Model struct {
	Project string // its name
	State   inspect.State

	entries []*entry
	at      map[entryKey]*entry
	short   map[string]string // the shortened ids of the sessions

	selected *entry // nil follows the latest
	details  bool   // the pane with the details of the selected entry is open
	help     bool   // the keys are explained
	filter   filter
	typing   bool // keys are letters of filter.text
	inList   bool // Esc leads back to the list from which the session was opened
	closed   bool // it has done so

	asked  *act     // waits for a yes
	wanted []string // the arguments of the command that a key has asked for
	said   string   // what it has said
}

// A filter selects entries. The zero value selects all.
type filter struct {
	text     string
	verdicts bool   // those that witness spoke on
	failed   bool   // those that failed or were refused
	session  string // those of one session
}

// maxEntries is how many entries are kept.
const maxEntries = 5000

// NewModel returns an empty model for the project with a name.
func NewModel(project string) *Model {
	return &Model{Project: project, at: map[entryKey]*entry{}, short: map[string]string{}}
}

// Add adds occurrences in the order of time.
func (m *Model) Add(list []inspect.Occurrence) {
	for _, o := range list {
		key := entryKey{o.Session, o.T}
		e := m.at[key]
		if e == nil {
			e = &entry{Occurrence: o, began: o.Time()}
			if o.Rule != "" {
				e.Rule, e.Message = "", ""
			}
			m.at[key] = e
			m.entries = append(m.entries, e)
			m.begins(e)
		}
		e.add(o)
	}
	if more := len(m.entries) - maxEntries; more > 0 {
		for _, e := range m.entries[:more] {
			delete(m.at, entryKey{e.Session, e.T})
		}
		m.entries = slices.Clone(m.entries[more:])
	}
	m.shorten()
}

// begins notes which earlier calls can no longer be open when an entry begins: at the end of a turn all of the
// actor's, and otherwise those before one that has ended.
func (m *Model) begins(e *entry) {
	ended := false
	for _, earlier := range slices.Backward(m.entries) {
		switch {
		case earlier == e || earlier.Session != e.Session || earlier.Actor != e.Actor && e.Event != hook.End:
		case earlier.isOpen() && (ended || !e.isCall()):
			earlier.lost = true
		case earlier.isCall() && earlier.ended:
			ended = true
		case !earlier.isCall():
			return
		}
	}
}

// shortest is how many characters of an id are shown if they are enough to distinguish the sessions.
const shortest = 8

// shorten shortens the ids of the sessions to the same length, at which all of them differ.
func (m *Model) shorten() {
	for _, e := range m.entries {
		m.short[e.Session] = ""
	}
	for length := shortest; ; length++ {
		taken, long := map[string]bool{}, false
		for id := range m.short {
			m.short[id] = id[:min(len(id), length)]
			taken[m.short[id]] = true
			long = long || len(id) > length
		}
		if len(taken) == len(m.short) || !long {
			return
		}
	}
}

// name returns the shortened id of a session.
func (m *Model) name(session string) string { return hook.Sanitize(m.short[session]) }

// shown returns the entries that the filter selects.
func (m *Model) shown() (list []*entry) {
	for _, e := range m.entries {
		if m.filter.selects(e) {
			list = append(list, e)
		}
	}
	return list
}

func (f filter) selects(e *entry) bool {
	switch {
	case f.verdicts && len(e.verdicts) == 0,
		f.failed && !e.hasFailed(),
		f.session != "" && e.Session != f.session:
		return false
	}
	return f.text == "" || strings.Contains(strings.ToLower(e.text()), strings.ToLower(f.text))
}

// Press changes the model as a key says. It returns false if the key ends the program.
func (m *Model) Press(key string, page int) bool {
	if m.typing {
		m.typed(key)
		return true
	}
	if m.asked != nil {
		m.answer(key)
		return true
	}
	switch key {
	case "q", "ctrl+c":
		return false
	case "up", "k":
		m.move(-1)
	case "down", "j":
		m.move(1)
	case "pgup", "ctrl+b":
		m.move(-page)
	case "pgdn", "ctrl+f", " ":
		m.move(page)
	case "home", "g":
		m.move(-len(m.entries))
	case "end", "G":
		m.selected = nil
	case "enter", "d":
		m.details = !m.details
	case "?", "h":
		m.help = !m.help
	case "w", "a", "x", "z":
		m.ask(key)
	case "/":
		m.typing = true
	case "v":
		m.filter.verdicts = !m.filter.verdicts
	case "f":
		m.filter.failed = !m.filter.failed
	case "s":
		if e := m.current(); e != nil && m.filter.session == "" {
			m.filter.session = e.Session
		} else {
			m.filter.session = ""
		}
	case "esc":
		switch {
		case m.said != "":
			m.said = ""
		case m.help:
			m.help = false
		case m.details:
			m.details = false
		case m.inList && m.filter == filter{}:
			m.closed = true
			return false
		default:
			m.filter, m.selected = filter{}, nil
		}
	}
	return true
}

// typed changes the text of the filter.
func (m *Model) typed(key string) {
	switch key {
	case "enter", "ctrl+c":
		m.typing = false
	case "esc":
		m.typing, m.filter.text = false, ""
	case "backspace":
		if runes := []rune(m.filter.text); len(runes) > 0 {
			m.filter.text = string(runes[:len(runes)-1])
		}
	default:
		if len([]rune(key)) == 1 {
			m.filter.text += key
		}
	}
}

// current returns the selected entry, or the latest that is shown; nil if none is.
func (m *Model) current() *entry {
	list := m.shown()
	if m.selected != nil && slices.Contains(list, m.selected) {
		return m.selected
	}
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// move selects an entry that is n entries further. The latest is followed.
func (m *Model) move(n int) {
	list := m.shown()
	i := slices.Index(list, m.current()) + n
	switch {
	case len(list) == 0 || i >= len(list)-1:
		m.selected = nil
	default:
		m.selected = list[max(0, i)]
	}
}

// since returns how long something lasts that began at a time, in whole seconds.
func since(began, now time.Time) time.Duration { return max(0, now.Sub(began).Truncate(time.Second)) }
