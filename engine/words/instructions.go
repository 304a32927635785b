package words

// Spare is the verb of what the instructions of a project forbid to change.
const Spare = "spare"

// Instructions returns a statement for each file or folder that the instructions of a project for its agents, such as CLAUDE.md, say not to
// change: "never edit anything below `legacy/`". Only what is written as a path counts, and no prohibition with a condition.
func Instructions(text string) (list []Statement) {
	if text == "" {
		return nil // nothing else at the start of a session needs the tables of the languages, which take as long as half of the hook
	}
	sentences := cut(bounded(text))
	for _, l := range languages() {
		r := reader{language: l, command: func(string) string { return "" }, document: true}
		for i := range sentences {
			sentences[i].written = false // it is a document, and is meant
			r.sentence(&sentences[i])
			for _, s := range r.found {
				if s.Kind == Forbidden && s.Verb == "change" && s.Object != "" && len(list) < maxStatements {
					list = append(list, Statement{Kind: Forbidden, Verb: Spare, Object: s.Object})
				}
			}
			r.found = r.found[:0]
		}
	}
	return list
}
