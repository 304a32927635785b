// Package receipt says of a commit what ran on exactly its tree, what ran on an earlier one, and what was never tried.
//
// Nothing is recorded for it: the hooks have kept a hash of each file before and after each change, and of a commit git has the
// files. A run belongs to the tree of a commit if at its end every file of the commit had the committed content. So a commit that was amended,
// squashed or rebased keeps its evidence as long as the files are the same. Read receipt.go for what is compared, read.go for where it comes
// from, text.go and intoto.go for how it is written.
package receipt

import (
	"slices"
	"time"
)

// A Receipt is the evidence for one commit.
type Receipt struct {
	Commit   string    `json:"commit" jsonschema:"empty for what is staged"`
	Tree     string    `json:"tree" jsonschema:"the hash of its tree; empty for what is staged"`
	Files    []File    `json:"files" jsonschema:"the files that it changes"`
	Runs     []Run     `json:"runs" jsonschema:"of each command the latest run on exactly this tree, or else the latest one on an earlier tree"`
	Untried  []string  `json:"untried" jsonschema:"programs and tests whose committed content was there in no run"`
	Unseen   []string  `json:"unseen" jsonschema:"files whose committed content witness has not seen come about: somebody else changed them, or the store is not that of this machine"`
	Sessions []Session `json:"sessions" jsonschema:"the sessions that have changed its files or run something on them"`
	Said     []Said    `json:"said" jsonschema:"what witness said in these sessions while the commit came about"`
	Signed   string    `json:"signed,omitempty" jsonschema:"by whom the note was signed from which this was read, in words"`
}

// A File is a file that a commit changes.
type File struct {
	File string `json:"file"`
	Code bool   `json:"code" jsonschema:"a program or a test"`

	hash string // of the committed content, as in touches; gone for a file that the commit deletes
}

// gone stands for the hash of a file that does not exist.
const gone = "gone"

// A Run is one run of tests or checks.
type Run struct {
	Command string    `json:"command"`
	Kind    string    `json:"kind" jsonschema:"test or check"`
	Tool    string    `json:"tool"`
	Outcome string    `json:"outcome" jsonschema:"pass, fail or unknown"`
	Passed  *int64    `json:"passed" jsonschema:"null if it is not known"`
	Failed  *int64    `json:"failed" jsonschema:"null if it is not known"`
	Exact   bool      `json:"exact" jsonschema:"whether it ran on exactly the files of the commit, and no other program was changed"`
	Changed []string  `json:"changed" jsonschema:"files of the commit that had another content when it ran"`
	Dirty   []string  `json:"dirty" jsonschema:"programs and settings outside of the commit that were not as in its tree when it ran"`
	Failing []string  `json:"failing" jsonschema:"the tests that failed"`
	Flaky   []string  `json:"flaky" jsonschema:"its tests that are known to change their outcome while nothing changes"`
	At      time.Time `json:"at"`
	Session string    `json:"session"`
	Agent   string    `json:"agent"`

	root    string
	t, n    int64
	at      int64
	passing []string
}

// A Session is one that had a part in a commit.
type Session struct {
	Session string   `json:"session"`
	Agent   string   `json:"agent"`
	Models  []string `json:"models" jsonschema:"that it has used, by the client's transcript"`
}

// A Said is what a rule said, and what became of it.
type Said struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Subject  string `json:"subject"`
	Became   string `json:"became" jsonschema:"answered (the rule found nothing any more), open, wrong (a person marked it), or unsaid"`
	Session  string `json:"session"`
}

// A change is one change of a file, as the hooks saw it.
type change struct {
	session, root, file, class string
	before, after              string // hashes, "" if unknown
	at                         int64
}

// A history is what the store knows of the time in which a commit came about.
type history struct {
	changes []change // in the order of time,
	runs    []Run    // as these
	heads   []head   // and these
}

// roots returns the root of the project, and those in which a file of the commit was changed: worktrees, clones.
func (h history) roots(root string, files []File) []string {
	roots := []string{root}
	for _, c := range h.changes {
		if !slices.Contains(roots, c.root) && slices.ContainsFunc(files, func(f File) bool { return f.File == c.file }) {
			roots = append(roots, c.root)
		}
	}
	return roots
}

// A tree is what git says of the tree of a commit: the hash that any file has in it, or in another commit, which files have changed
// since an earlier commit, and which commits were checked out between two seconds.
type tree struct {
	committed  func(file string) string
	in         func(commit, file string) string
	since      func(base string) []string
	moves      func(from, to int64) []string
	isDocument func(file string) bool
}

// place sets how a run relates to the files of a commit.
func (h history) place(r *Run, files []File, in tree) {
	r.Changed, r.Dirty = []string{}, []string{}
	base := h.checkedOut(r.root, r.at)
	of := map[string]bool{}
	for _, f := range files {
		of[f.File] = true
		if !h.asIn(r, f.File, f.hash, base, in) {
			r.Changed = append(r.Changed, f.File)
		}
	}
	var others []string
	for _, c := range h.changes {
		if c.root == r.root && slices.Contains([]string{"code", "test", "settings"}, c.class) {
			others = append(others, c.file)
		}
	}
	if base != "" && len(r.Changed) == 0 {
		others = append(others, slices.DeleteFunc(slices.Clone(in.since(base)), in.isDocument)...)
	}
	for _, file := range others {
		if of[file] {
			continue
		}
		of[file] = true
		if hash, _ := h.lastSeen(r, file); hash == untouched && base == "" {
			continue
		}
		if !h.asIn(r, file, in.committed(file), base, in) {
			r.Dirty = append(r.Dirty, file)
		}
	}
	r.Exact = len(r.Changed)+len(r.Dirty) == 0
}

// cameAbout returns when the first of the files was changed, and when the last of them had got its committed content: at
// the time of the commit, if that was not seen.
func (h history) cameAbout(files []File, authored int64) (began, complete int64) {
	for _, f := range files {
		at := authored
		for _, c := range slices.Backward(h.changes) {
			if c.file == f.File && c.after == f.hash {
				at = c.at
				break
			}
		}
		complete = max(complete, at)
	}
	for _, c := range h.changes {
		if slices.ContainsFunc(files, func(f File) bool { return f.File == c.file }) {
			return c.at, complete
		}
	}
	return complete, complete
}

// choose returns of each command the latest run on exactly the tree, or else the one on the tree that was most like it, and the
// programs that were there as committed in no run.
func (h history) choose(root string, files []File, authored int64, in tree) (list []Run, untried []string) {
	roots := h.roots(root, files)
	began, complete := h.cameAbout(files, authored)
	tried := map[string]bool{}
	chosen := map[[2]string]int{}
	untried = []string{}
	for _, r := range h.runs {
		if !slices.Contains(roots, r.root) {
			continue
		}
		h.place(&r, files, in)
		for _, f := range files {
			if !slices.Contains(r.Changed, f.File) {
				tried[f.File] = true
			}
		}
		key := [2]string{r.root, r.Command}
		switch i, known := chosen[key]; {
		case len(r.Changed) > 0 && (r.at < began || r.at > complete): // on the tree of other work
		case !known:
			chosen[key] = len(list)
			list = append(list, r)
		case r.Exact || !list[i].Exact && len(r.Changed)+len(r.Dirty) <= len(list[i].Changed)+len(list[i].Dirty):
			list[i] = r
		}
	}
	for _, f := range files {
		if f.Code && f.hash != gone && !tried[f.File] {
			untried = append(untried, f.File)
		}
	}
	return list, untried
}

// Green reports whether tests passed on exactly the tree and none failed there, or whether none is needed, because the commit changes no
// program.
func (r Receipt) Green() bool {
	passed, failed, _ := r.exactTests()
	return !slices.ContainsFunc(r.Files, func(f File) bool { return f.Code }) || passed > 0 && failed == 0
}

// exactTests counts the test runs on exactly the tree by their outcome.
func (r Receipt) exactTests() (passed, failed, unknown int) {
	for _, run := range r.Runs {
		switch {
		case !run.Exact || run.Kind != "test":
		case run.Outcome == "pass":
			passed++
		case run.Outcome == "fail":
			failed++
		default:
			unknown++
		}
	}
	return passed, failed, unknown
}
