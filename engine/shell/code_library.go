package shell

import (
	"strings"
	"unicode"
)

// A library is a module whose methods stand for commands: what repo.git.commit("-am", "x") does is git commit -am x. Each is known by
// the names under which it is imported.
type library struct {
	imports string
	command func(r *codeReader, name string, i, first int) []field
}

// libraries are those that are read. What is in none of them starts nothing that is known.
var libraries = []library{
	{"git simple-git", (*codeReader).gitLibrary},
	{"sh", (*codeReader).shLibrary},
	{"fabric paramiko ssh2 node-ssh asyncssh", (*codeReader).sshLibrary},
	{"boto3 aioboto3 @aws-sdk", (*codeReader).cloudLibrary},
}

// Limits on how far the words of a call and the chain before it are looked at, in tokens.
const (
	maxArguments = 64
	maxChain     = 32
)

// library records the command that the method of a library stands for, and reports whether the call is one. name is that of the method at
// token i, whose first argument is at token first.
func (r *codeReader) library(name string, i, first int) bool {
	for _, l := range libraries {
		for module := range strings.FieldsSeq(l.imports) {
			if !r.loads[module] {
				continue
			}
			if argv := l.command(r, name, i, first); argv != nil {
				said := name + "("
				if r.isSign(i-1, ".") && i > 1 && r.toks[i-2].kind == 'n' {
					said = r.toks[i-2].text + "." + said
				}
				r.children = append(r.children, childCommand{argv: argv, dir: r.at.dir, said: said})
				return true
			}
		}
	}
	return false
}

// imported returns what the code imports: import boto3, from git import Repo, require("simple-git"), import x from "@aws-sdk/client-s3",
// whose name is that before the slash.
func (r *codeReader) imported() map[string]bool {
	found := map[string]bool{}
	for i, t := range r.toks {
		if t.kind != 'n' || !has("import from require", t.text) {
			continue
		}
		at := i + 1
		if r.isSign(at, "(") {
			at++
		}
		for end := min(len(r.toks), at+maxArguments); at < end && (r.toks[at].kind == 'n' && r.lang == pythonCode || r.toks[at].kind == 's'); at += 2 {
			name, _, _ := strings.Cut(r.toks[at].text, "/")
			found[name] = true
			if !r.isSign(at+1, ",") {
				break
			}
		}
	}
	return found
}

// gitLibrary returns the command of git that a method of GitPython or simple-git stands for.
func (r *codeReader) gitLibrary(name string, i, first int) []field {
	if !r.isSign(i-1, ".") || i < 2 || unicode.IsUpper(rune(name[0])) {
		return nil
	}
	words, before := r.arguments(first), r.toks[i-2].text
	switch service, _ := r.chain(i); {
	case r.lang == pythonCode && before == "index" && has("commit add remove reset", name):
		if name == "commit" {
			words = append([]field{{text: "-m"}}, words...)
		}
	case r.lang == pythonCode && before == "head" && name == "reset":
		for n, w := range words {
			if w.text == "--working-tree" {
				words[n].text = "--hard"
			}
		}
	case r.lang == pythonCode && before != "git":
		if !has("push pull", name) { // repo.remotes.origin.push()
			return nil
		}
		for n, w := range words {
			if w.text == "--refspec" { // what git takes without an option, behind the remote
				words[n].text = before
			}
		}
	case r.lang == javaScriptCode && before != "git" && service != "git":
		return nil
	case name == "raw":
		return append([]field{{text: "git"}}, words...)
	case r.lang == javaScriptCode && name == "commit":
		words = append([]field{{text: "-m"}}, words...)
	case r.lang == javaScriptCode && has("reset clean", name): // their first argument is a mode: hard, f
		for n, w := range words[:min(1, len(words))] {
			if !isFlag(w.text) && w.known() {
				words[n].text = longOrShort(w.text)
			}
		}
	}
	return append(literalFields([]string{"git", strings.ReplaceAll(name, "_", "-")}), words...)
}

// shLibrary returns the command that a function of the module sh stands for, which has its name.
func (r *codeReader) shLibrary(name string, i, first int) []field {
	names := []string{name}
	if r.isSign(i-3, ".") && r.isName(i-4, "sh") { // sh.git.commit()
		names = []string{r.toks[i-2].text, name}
	} else if r.owner(name, i) != "sh" {
		return nil
	}
	return append(literalFields(names), r.arguments(first)...)
}

// sshLibrary returns the command that a library runs on another machine.
func (r *codeReader) sshLibrary(name string, i, first int) []field {
	if !r.isSign(i-1, ".") || !has("run sudo exec_command exec execCommand", name) || first >= len(r.toks) || r.toks[first].kind != 's' {
		return nil
	}
	return literalFields([]string{"ssh", "host", r.toks[first].text})
}

// cloudLibrary returns the command of aws that a method of its libraries stands for: they are made from the same description, and the
// method delete_bucket of the service s3 is delete-bucket there. A resource names its kind in the chain before:
// s3.Bucket("b").objects.all().delete().
func (r *codeReader) cloudLibrary(name string, i, first int) []field {
	service, of := "", ""
	if kind, ok := strings.CutSuffix(name, "Command"); ok && r.isName(i-1, "new") {
		name = kind
	} else if service, of = r.chain(i); service == "" {
		return nil
	} else if !strings.Contains(name, "_") {
		if of == "" || !has("delete terminate stop reboot", name) {
			return nil
		}
		name += "_" + of
	}
	if service == "" || service == "s3" {
		service = "s3api"
	}
	return append(literalFields([]string{"aws", service, kebab(name)}), r.arguments(first)...)
}

// chain returns the service whose client or resource the method at token i is called on, and the kind of thing in between.
func (r *codeReader) chain(i int) (service, of string) {
	depth := 0
	for j := i - 1; j > max(0, i-maxChain); j-- {
		switch {
		case r.toks[j].kind == 'l' || r.isSign(j, ";"):
			return service, of
		case r.isSign(j, ")"):
			depth++
		case r.isSign(j, "("):
			depth--
		}
		if depth < 0 || r.isSign(j, "=") && depth == 0 {
			return service, of
		}
		if r.toks[j].kind != 'n' || depth > 0 {
			continue
		}
		switch name := r.toks[j].text; {
		case r.clients[name] != "" && !r.isSign(j-1, "."):
			return r.clients[name], of
		case r.serviceAt(j) != "":
			service = r.serviceAt(j)
		case of == "" && (name == "objects" || unicode.IsUpper(rune(name[0]))) && j > 0 && r.isSign(j-1, "."):
			of = name
		}
	}
	return service, of
}

// client notes the service for which the value at token i is a client.
func (r *codeReader) client(name string, i int) {
	delete(r.clients, name)
	for j := i; j < min(len(r.toks), i+8) && r.toks[j].kind != 'l'; j++ {
		if service := r.serviceAt(j); service != "" {
			r.clients[name] = service
			return
		}
	}
}

// serviceAt returns the service for which a client is made at token i: boto3.client("s3"), session.resource("ec2"), simpleGit().
func (r *codeReader) serviceAt(i int) string {
	switch {
	case !r.isSign(i+1, "("):
	case r.isName(i, "simpleGit"):
		return "git"
	case (r.isName(i, "client") || r.isName(i, "resource")) && i+2 < len(r.toks) && r.toks[i+2].kind == 's':
		return r.toks[i+2].text
	}
	return ""
}

// arguments returns the words that the arguments of a call stand for, of which the first is at token i: a text is a word, and so is each
// of a list; a name with a value, or a member in capitals as of an enumeration, is an option.
func (r *codeReader) arguments(i int) (words []field) {
	depth := 0
	for end := min(len(r.toks), i+maxArguments); i < end; i++ {
		t := r.toks[i]
		isOption := t.kind == 'n' && (r.isSign(i+1, "=") || r.isSign(i+1, ":"))
		switch {
		case r.isSign(i, "(") || r.isSign(i, "[") || r.isSign(i, "{"):
			depth++
		case r.isSign(i, ")") || r.isSign(i, "]") || r.isSign(i, "}"):
			if depth--; depth < 0 {
				return words
			}
		case isOption && (r.isName(i+2, "False") || r.isName(i+2, "false")):
			i += 2
		case isOption && (r.isName(i+2, "True") || r.isName(i+2, "true")):
			words = append(words, field{text: longOrShort(t.text)})
			i += 2
		case isOption:
			words = append(words, field{text: longOrShort(t.text)})
			i++
		case t.kind == 's':
			words = append(words, field{text: t.text})
		case t.kind == 'n' && r.isSign(i-1, ".") && strings.ToUpper(t.text) == t.text:
			words = append(words, field{text: longOrShort(t.text)})
		}
	}
	return words
}

// longOrShort returns a name as an option: --force, -m.
func longOrShort(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + kebab(name)
}

// kebab returns a name in small letters with dashes between its words: delete_bucket, DeleteBucket, HARD.
func kebab(name string) string {
	var b strings.Builder
	for i, c := range name {
		if unicode.IsUpper(c) && i > 0 && !unicode.IsUpper(rune(name[i-1])) && name[i-1] != '_' {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return strings.ReplaceAll(b.String(), "_", "-")
}
