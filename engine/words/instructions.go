package words

import "slices"

// Spare is the verb of what the instructions of a project forbid to change.
const Spare = "spare"

// Unordered stands before the verb of what the instructions of a project leave to an order of the user.
const Unordered = "unordered "

// outgoing are the verbs whose work leaves this machine, and a commit, which is what most of them hand on. What else is done without an order
// can be taken back.
var outgoing = []string{"commit", "push", "merge", "deploy", "publish", "push main"}

// Instructions returns a statement for each file or folder that the instructions of a project for its agents, such as CLAUDE.md, say not to
// change: "never edit anything below `legacy/`", and for each outgoing verb that they forbid: "never push without being asked". Only what is
// written as a path counts, and no prohibition with a condition.
func Instructions(text string) (list []Statement) {
	if text == "" {
		return nil // nothing else at the start of a session needs the tables of the languages, which take as long as half of the hook
	}
	sentences := cut(bounded(text))
	for _, l := range languages() {
		r := reader{language: l, command: func(string) string { return "" }, document: true}
		for i := range sentences {
			if _, n := r.match(r.subordinate, sentences[i].tokens); n > 0 {
				continue // "if the build fails, do not push"
			}
			sentences[i].written = false // it is a document, and is meant
			r.sentence(&sentences[i])
			for _, s := range r.found {
				switch {
				case s.Kind != Forbidden || len(list) == maxStatements:
				case s.Verb == "change" && s.Object != "":
					list = append(list, Statement{Kind: Forbidden, Verb: Spare, Object: s.Object})
				case slices.Contains(outgoing, s.Verb):
					list = append(list, Statement{Kind: Forbidden, Verb: Unordered + s.Verb})
				}
			}
			r.found = r.found[:0]
		}
	}
	return list
}
