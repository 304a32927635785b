package readers

import (
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/lines"
	"witness/engine/runs"
)

// What a reader into labels can read.
const (
	Message = "message" // what the agent says when it stops
	Closing = "closing" // the last line of that
	Prompt  = "prompt"  // what a person writes, without the blocks that clients put in
	Answer  = "answer"  // what a fetch, or a tool that is not the client's own, returns
	Output  = "output"  // what a shell line prints
)

// A Label is what a reader says of a text that is not kept.
type Label struct {
	Kind string // the reader's name
	Name string // of the pattern
}

// maxLabelled limits the text that is read for labels, in bytes.
const maxLabelled = 256 << 10

// labels returns the labels that readers give to a text. Readers of the project are left out: a label may keep an agent
// from something, and its text is not kept, so that nobody could see why.
func (s *Set) labels(text, what string) (list []Label) {
	text = runs.Plain(text[:min(len(text), maxLabelled)])
	return s.labelsOf(text, what, bigramsOf(text))
}

// labelsOf is labels of a plain text whose pairs of letters are known.
func (s *Set) labelsOf(text, what string, pairs *bigrams) (list []Label) {
	for _, f := range s.printing("labels", pairs.contain) {
		closes := what == Message && slices.Contains(f.Reads, Closing)
		if isProjects(f) || f.Into != "labels" || !closes && !slices.Contains(f.Reads, what) {
			continue
		}
		text := text
		if closes {
			text = strings.TrimSpace(text)
			text = text[strings.LastIndexByte(text, '\n')+1:]
		}
		set := s.labelling(f)
		if set == nil {
			continue
		}
		set.Each(text, &lines.Context{}, func(l *lines.Line) {
			if label := (Label{f.Name, ""}); !l.Gap && l.Role == "label" {
				if label.Name = l.Name; !slices.Contains(list, label) {
					list = append(list, label)
				}
			}
		})
	}
	return list
}

// labelling returns the patterns of a reader into labels, nil if there is a mistake in them. They are kept: a replay reads each text of a
// session with them.
func (s *Set) labelling(f *bundle.File) *lines.Set {
	set, ok := s.patterns[f]
	if ok {
		return set
	}
	set, err := lines.NewSet(f, true)
	if err != nil {
		s.Faults(f.Path, &bundle.Mistake{Err: err})
		set = nil
	}
	if s.patterns == nil {
		s.patterns = map[*bundle.File]*lines.Set{}
	}
	s.patterns[f] = set
	return set
}

// labelled returns the text of an event that readers give labels to, and what it is; "" if it has none.
func labelled(c *facts.Call) (text, what string) {
	switch {
	case c.ByPerson():
		return hook.WithoutBlocks(c.Prompt), Prompt
	case c.Moment == hook.Stop || c.Moment == hook.SubagentStop:
		return c.Message, Message
	case c.Moment == hook.After && c.Outcome != hook.Denied && (c.Tool == hook.Fetch || c.Tool == hook.Other):
		return c.Output, Answer
	}
	return "", ""
}
