package engine

import (
	"context"
	"hash/fnv"
	"io"
	"strconv"
	"strings"
	"time"
)

// headers are what the files of one folder say of when they are asked, as the store knows it.
// A project may have hundreds of rules, of which a call concerns few: to read them all would
// cost a hook more than all the rest.
//
// What is known of a file holds as long as its size, times and number are what they were
// before it was read. A file that was changed within settled of that is not noted: it could
// be changed once more and look the same. And what is known decides only that a file need
// not be read; one that a call may concern is.
type headers struct {
	*listing
	call  *call // that the hook is about
	known Script
	// wanted tells of what headers say whether the call concerns it: many say the same.
	wanted map[string]bool
	begun  int64 // when the hook looked, in nanoseconds since 1970

	text    string // a line for each file, in the order of names
	next    int    // where in the text the line begins that is next
	changed bool
	now     strings.Builder // the lines as they are to be, once they have changed

	line         []byte // how the line begins of the file that is looked at
	noted, still bool
}

const (
	// manyFiles is how many files a folder has before their headers are noted.
	manyFiles = 20
	// settled is how old a change must be: longer than any file system's clock takes from
	// one time to the next.
	settled = 2 * time.Second
)

// known lists a folder, with what the store knows of its files.
func (e *Engine) known(dir string) *headers {
	h := &headers{listing: e.listed(dir), call: e.hears, begun: e.now() * int64(time.Millisecond)}
	if h.large || h.many {
		err := e.db.each(context.Background(), "SELECT files FROM headers WHERE dir = :dir", args{"dir": dir}, func(_ []string, row []driverValue) error {
			h.text = show(row[0])
			return nil
		})
		if err != nil {
			e.fault("headers", err)
		}
	}
	if h.wait(); !h.many {
		return h
	}
	e.headers = append(e.headers, h)
	form := headerForm() + "\n"
	if h.next = len(form); !strings.HasPrefix(h.text, form) {
		h.text, h.changed = form, true
		h.now.WriteString(form)
	}
	return h
}

// headerForm tells of a witness what it understands of headers: what another has noted may
// lack what this one needs.
func headerForm() string {
	sum := fnv.New64a() // which needs no table to be made first
	for _, k := range keys {
		_, _ = io.WriteString(sum, k.Name+" "+k.Kinds+" "+strings.Join(k.Allowed, " ")+"\n")
	}
	return "1 " + strconv.FormatUint(sum.Sum64(), 36)
}

// unwanted tells whether the nth file of the folder need not be read for the call.
func (h *headers) unwanted(n int) bool {
	if h == nil || !h.many {
		return false
	}
	name := h.entries[n].Name()
	stamp, changed := h.stamps.of(n)
	line := h.lineOf(name)
	h.line = append(append(append(append(h.line[:0], name...), '\t'), stamp...), '\t')
	h.still = len(stamp) > 0 && changed < h.begun-settled.Nanoseconds()
	h.noted = len(stamp) > 0 && len(line) > len(h.line) && line[:len(h.line)] == string(h.line)
	switch {
	case !h.noted && line != "":
		h.change(h.next - len(line)) // the file is another now
		return false
	case !h.noted:
		return false
	case h.changed:
		h.now.WriteString(line)
	}
	said := strings.TrimSuffix(line[len(h.line):], "\n")
	if said == "" {
		return true
	}
	wanted, decided := h.wanted[said]
	if !decided {
		h.known.know(said)
		wanted = h.known.hears(h.call.Moment) && len(h.call.subjects(&h.known)) > 0
		if h.wanted == nil {
			h.wanted = map[string]bool{}
		}
		h.wanted[said] = wanted
	}
	return !wanted
}

// note notes what the file said that unwanted was asked about and did not know; of one without
// a header among strangers, that it is none of witness's. A file with a mistake is read each
// time, and its mistake told each time.
func (h *headers) note(f *Script, strangers bool) {
	if h == nil || !h.many || h.noted || !h.still || f.Err != nil {
		return
	}
	said, ok := "", true
	if !strangers || hasHeader(f.Text) {
		if f.parse() != nil {
			return
		}
		said, ok = f.knowable()
	}
	if ok && !strings.ContainsAny(string(h.line), "\n") {
		h.change(h.next)
		h.now.Write(h.line)
		h.now.WriteString(said + "\n")
	}
}

// lineOf takes the line of a file, "" if there is none.
func (h *headers) lineOf(name string) string {
	for h.next < len(h.text) {
		begin := h.next
		end := begin + strings.IndexByte(h.text[begin:], '\n') + 1
		noted, _, _ := strings.Cut(h.text[begin:end], "\t")
		if noted > name {
			break
		}
		h.next = end
		if noted == name {
			return h.text[begin:end]
		}
		h.change(begin) // the file is gone
	}
	return ""
}

// change notes that the lines are to be others from there on.
func (h *headers) change(from int) {
	if !h.changed {
		h.changed = true
		h.now.WriteString(h.text[:from])
	}
}

// What sets the parts of what is known apart, and what sets apart the texts of a list.
const between, among = "\x1e", "\x1f"

// knowable is what of a rule's header decides whether a call concerns it, on one line; false,
// if it cannot be written so.
func (f *Script) knowable() (said string, ok bool) {
	var b strings.Builder
	for _, list := range f.selection() {
		for _, text := range *list {
			if text == "" || strings.ContainsAny(text, "\n"+between+among) {
				return "", false
			}
		}
		b.WriteString(strings.Join(*list, among) + between)
	}
	return b.String(), true
}

// know takes what knowable gave.
func (f *Script) know(said string) {
	f.far = nil
	for _, list := range f.selection() {
		var part string
		part, said, _ = strings.Cut(said, between)
		*list = (*list)[:0]
		for part != "" {
			var text string
			text, part, _ = strings.Cut(part, among)
			*list = append(*list, text)
		}
	}
}

// selection are the lists of a header that select the calls.
func (h *Header) selection() [4]*[]string {
	return [4]*[]string{&h.When, &h.Tools, &h.Commands, &h.Paths}
}

// keepHeaders notes what was found to be otherwise. Who cannot note it reads the files again.
func (e *Engine) keepHeaders(ctx context.Context) {
	for _, h := range e.headers {
		if h.next < len(h.text) {
			h.change(h.next) // the last files are gone
		}
		if !h.changed {
			continue
		}
		e.db.waitAtMost(0)
		_, _ = e.db.exec(ctx, "INSERT OR REPLACE INTO headers (dir, files) VALUES (?1, ?2)", h.dir, h.now.String())
		e.db.waitAtMost(lockWait)
	}
	e.headers = nil
}
