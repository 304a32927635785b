package words

// Spare is the verb of what the instructions of a project forbid to change.
const Spare = "spare"

// Instructions returns the files and folders that a text for whoever works on a project, such as CLAUDE.md, forbids to change: "never edit
// anything below `legacy/`". Only what is written as a path counts, and nothing that depends on anything.
func Instructions(text string) (list []Statement) {
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
