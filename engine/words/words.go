// Package words reads what a prompt orders, permits and forbids. It keeps labels and hashes of what the user wrote, and
// never the text: a verb of a closed list, the hash of a name, a command with its secrets replaced.
//
// A verb counts where a clause begins, behind nothing but what makes an order polite: "please commit and push", "you can delete
// tmp/", "don't push yet". What stands anywhere else (in a question, a condition, a quotation, a pasted block) orders
// nothing. So a prompt that is understood is understood rightly, and one that is not says nothing.
//
// The words are data: one file for each language, such as en.toml, or final/ja.toml for one whose verbs end their clauses. Read
// words.go, then text.go, which cuts a prompt into tokens, and clause.go, which reads them; final.go reads the others.
package words

import (
	"slices"
	"strings"
)

// Kinds of statements.
const (
	Order      = "order"      // the user asks for it
	Standing   = "standing"   // the user asks for it each time: "always commit when you are done"
	Permission = "permission" // the user allows it
	Negation   = "negation"   // the user does not want it
	Forbidden  = "forbidden"  // as Negation, and the clause says no more: no condition, no way and nothing that is excepted
	Plan       = "plan"       // nothing is to be changed yet
	Agreement  = "agreement"  // the user says yes to what was asked or offered
	Choice     = "choice"     // the user chooses an option of what was offered, the verb is its number or letter, and says nothing else
	Offer      = "offer"      // the agent offers it at the end of its turn: wanted if the user agrees; "offer 2" below option 2
	Failure    = "failure"    // a test fails, as the user has pasted; the object is tests.signature
	Passed     = "passed"     // a run of tests passed, as the user has pasted
	Names      = "names"      // a name, a path or a command, without an order: pasted, or of a clause with another verb
)

// A Statement is what one clause of a prompt says.
type Statement struct {
	Kind   string
	Verb   string // of the list of the language's file, the same in every language; Run for a command that is to be run; "" without a verb
	Object string // Hash of a name, or the text of a command with its secrets replaced; "" if the clause names nothing
}

// Run is the verb of a command that the user names: "run `make deploy`".
const Run = "run"

// Leave is the verb of what is to be left as it is and is named by a word without a sign: "leave legacy alone".
const Leave = "leave"

// Freeze is the verb of a freeze of all changes: it is a plan that holds until its end is announced, by a permission.
const Freeze = "freeze"

// Halt is the verb of a prompt that stops the agent itself: "stop", "just stop doing things".
const Halt = "halt"

// Limits on what is read of a prompt and kept of it.
const (
	maxText       = 64 << 10 // bytes: of a longer prompt its begin and its end
	maxStatements = 64
)

// Extract returns what a prompt that a person wrote says, without duplicates, in order. Text returns the text of a command
// as it is recorded, "" if it is none.
func Extract(prompt string, command func(line string) string) []Statement {
	sentences := cut(bounded(prompt))
	var list []Statement
	for _, l := range languages() {
		r := reader{language: l, command: command, alone: !strings.Contains(strings.TrimSpace(prompt), "\n")}
		if scripted(&r, sentences) {
			return r.found
		}
		for i := range sentences {
			if len(r.found) < maxStatements {
				r.sentence(&sentences[i])
			}
		}
		if l.agrees(sentences) {
			r.add(Statement{Kind: Agreement})
		}
		if l.halts(sentences) {
			r.add(Statement{Kind: Plan, Verb: Halt})
		}
		for i := range sentences {
			if len(r.found) < maxStatements {
				r.names(&sentences[i])
			}
		}
		list = append(list, r.found...)
	}
	list = append(list, extractFinal(prompt, sentences)...)
	if option := chosen(prompt); option != "" {
		list = []Statement{{Kind: Choice, Verb: option}}
	}
	var kept []Statement
	for _, s := range list {
		if len(kept) < maxStatements && !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// bounded returns the begin and the end of a long prompt.
func bounded(prompt string) string {
	if len(prompt) <= maxText {
		return prompt
	}
	return strings.ToValidUTF8(prompt[:maxText*3/4], "") + "\n\n" + strings.ToValidUTF8(prompt[len(prompt)-maxText/4:], "")
}
