package deeds

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"witness/engine/shell"
)

// An Executed is code that an interpreter runs without that it is a file of the project or stands on the line.
type Executed struct {
	By     string `json:"by"`     // the text of the command whose output it is, or the address that has it
	Brings string `json:"brings"` // fetches (from another machine), has (an address from which it comes), decodes, prints
	Host   string `json:"host"`   // from where it is fetched, "" if it is not known
	File   string `json:"file"`   // the absolute path of the file that is run, "" if it is no file
}

// Executes returns the code that the n-th command of a line runs, if another command brings it: curl … | sh,
// sh -c "$(curl …)", bash <(curl …), base64 -d | sh; or if it is a file, which an earlier call may have brought.
func Executes(line shell.Line, n int) (list []Executed) {
	cmd := line.Commands[n]
	if address := installsFrom(cmd); address != "" {
		return []Executed{{By: address, Brings: "has", Host: host(strings.TrimPrefix(address, "git+"))}}
	}
	if cmd.File != "" {
		return []Executed{saved(line, n, cmd.File)}
	}
	if isOneOf(cmd.Name, "dpkg", "rpm", "apt", "apt-get", "dnf", "yum") {
		for _, p := range cmd.Paths {
			if ext := path.Ext(p.Path); ext == ".deb" || ext == ".rpm" {
				list = append(list, saved(line, n, p.Path))
			}
		}
		return list
	}
	if isOneOf(strings.ToLower(cmd.Name), "iwr", "irm", "invoke-webrequest", "invoke-restmethod") && strings.Contains(strings.ToLower(line.Text), "[scriptblock]::create(") {
		return []Executed{{By: cmd.Text, Brings: "fetches", Host: hostIn(cmd.Text)}}
	}
	program, _, _ := strings.Cut(cmd.Name, " ")
	flags, ok := codeFlags[program]
	if !ok && !interprets(program) {
		return nil
	}
	if decodesItself(cmd) {
		return []Executed{{By: cmd.Text, Brings: "decodes"}}
	}
	if e, ok := fetchesItself(line, cmd); ok {
		return []Executed{e}
	}
	o := OptionsOf(cmd)
	if cmd.Name == "source" || cmd.Name == "." {
		if file := cmd.PathOf(o.Operand(0)); file != "" && len(cmd.Args) > 0 && cmd.Args[0] != "-" {
			list = append(list, saved(line, n, file))
		}
	}
	for _, w := range cmd.Args {
		if strings.Contains(w, "://") && isOneOf(cmd.Name, "deno", "deno run", "bun", "bun run") && !isLocal(host(w)) {
			list = append(list, Executed{By: w, Brings: "fetches", Host: host(w)})
		}
	}
	input, words := codeFrom(cmd)
	if ok {
		input = isOneOf(valueIn(cmd.Args, flags), "-", "/dev/stdin", "$?")
		words = input
	}
	for i, earlier := range line.Commands[:min(n+2, len(line.Commands))] {
		reads := input && (Feeds(line, i, n) || i == n-1 && isInput(line, earlier))
		if i == n || !reads && !(words && takesOutput(cmd, earlier)) {
			continue
		}
		brings := brings(earlier)
		if brings == "" {
			continue
		}
		e := Executed{By: earlier.Text, Brings: brings}
		for _, w := range OptionsOf(earlier).Operands {
			if e.Host == "" && brings == "fetches" && !strings.HasPrefix(earlier.Name, "gh ") {
				e.Host = host(w)
			}
		}
		if isLocal(e.Host) {
			continue
		}
		list = append(list, e)
	}
	return list
}

// saved returns a file that the n-th command runs, with the command of the line that has fetched it, if there is one.
func saved(line shell.Line, n int, file string) Executed {
	e := Executed{File: file}
	for i, earlier := range line.Commands[:n] {
		if from := unpacks(line, i, file); from != "" && e.By == "" && !isLocal(host(from)) {
			e.By, e.Brings, e.Host = earlier.Text, "fetches", host(from)
		}
	}
	for _, t := range line.Touches {
		if t.Path == file && t.Command < n && isOneOf(t.Kind, "write", "output") && fetchesFile(line.Commands[t.Command]) {
			from := OptionsOf(line.Commands[t.Command])
			for _, w := range slices.Concat(addressesIn(line.Commands[t.Command].Literals), from.Operands, []string{from.Value("url")}) {
				if line.Commands[t.Command].Name == "gh release" {
					break // its words are no addresses
				}
				if e.Host = host(w); e.Host != "" {
					break
				}
			}
			if !isLocal(e.Host) {
				e.By, e.Brings = line.Commands[t.Command].Text, "fetches"
			}
		}
	}
	return e
}

// unpacks returns the address from which the n-th command makes a folder that a file is in: git clone ADDRESS, curl ADDRESS | tar x. It
// returns "" if it makes none.
func unpacks(line shell.Line, n int, file string) string {
	cmd := line.Commands[n]
	if !isOneOf(cmd.Name, "git clone", "tar", "bsdtar") {
		return ""
	}
	o, from, folder := OptionsOf(cmd), "", ""
	switch cmd.Name {
	case "git clone":
		from, folder = o.Operand(0), o.Operand(1)
		if folder == "" {
			folder = strings.TrimSuffix(path.Base(from), ".git")
		}
	default:
		for i := range n {
			if Feeds(line, i, n) && brings(line.Commands[i]) == "fetches" {
				from, folder = OptionsOf(line.Commands[i]).Operand(0), cmp.Or(o.Value("directory"), ".")
			}
		}
	}
	if folder = cmd.PathOf(folder); folder == "" || !strings.Contains(from, "://") || !strings.HasPrefix(file, folder+"/") {
		return ""
	}
	return from
}

// fetchesFile reports whether a command saves what it fetches: curl -o, or inline code that names an address.
func fetchesFile(cmd shell.Command) bool {
	return isOneOf(cmd.Name, "curl", "wget", "aria2c", "http", "gh release", "Invoke-WebRequest", "iwr") || len(addressesIn(cmd.Literals)) > 0
}

// decodesItself reports whether the code on a command line is hidden from everybody who reads it: exec(b64decode(…)), pwsh -EncodedCommand.
func decodesItself(cmd shell.Command) bool {
	if isOneOf(strings.ToLower(cmd.Name), "pwsh", "powershell") {
		return len(cmd.Args) > 1 && slices.ContainsFunc(cmd.Args, func(w string) bool {
			flag := strings.ToLower(w)
			return flag == "-ec" || flag == "-e" || len(flag) > 3 && strings.HasPrefix("-encodedcommand", flag)
		})
	}
	runs, decodes := false, false
	for _, name := range cmd.Identifiers {
		_, last, _ := cutLast(name)
		runs = runs || isOneOf(last, "exec", "eval", "execSync", "system", "Function", "marshal")
		decodes = decodes || isOneOf(last, "b64decode", "b32decode", "a85decode", "unhexlify", "fromhex", "decompress", "atob", "decode_base64", "decode64", "unpack")
	}
	return runs && decodes
}

// interprets reports whether a program runs code that it is given.
func interprets(name string) bool {
	return isOneOf(strings.ToLower(name), "sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "python", "node", "perl", "ruby", "php", "source", ".", "eval", "pwsh", "powershell", "deno", "bun", "rscript", "lua", "iex", "invoke-expression", "osascript", "tclsh")
}

// codeFlags are the flags with which other programs than interpreters take code from a file: make -f -, awk -f <(curl …).
var codeFlags = map[string]string{
	"make": "-f --file --makefile", "gmake": "-f --file --makefile", "awk": "-f --file", "gawk": "-f --file", "mawk": "-f", "sed": "-f --file",
	"gdb": "-x --command", "vim": "-S -s", "nvim": "-S -s",
}

// valueIn returns the value of one of the flags, which are separated by spaces, "" if none is given.
func valueIn(words []string, flags string) string {
	for i, w := range words {
		name, value, attached := strings.Cut(w, "=")
		switch {
		case !slices.Contains(strings.Fields(flags), name):
		case attached:
			return value
		case i+1 < len(words):
			return words[i+1]
		}
	}
	return ""
}

// brings returns how a command brings code that nobody has seen, "" if it does not.
func brings(cmd shell.Command) string {
	o := OptionsOf(cmd)
	switch cmd.Name {
	case "curl", "wget", "aria2c", "http", "https", "xh", "fetch", "Invoke-WebRequest", "Invoke-RestMethod", "iwr", "irm":
		if o.Has("version", "help") || o.Has("output") && o.Value("output") != "-" || len(o.Operands) == 0 && o.Value("url") == "" {
			return ""
		}
		return "fetches"
	case "gh gist", "gh api":
		if o.Operand(0) != "create" && !o.Has("method") {
			return "fetches"
		}
	case "nc", "ncat", "netcat":
		if !o.Has("zero") {
			return "fetches"
		}
	case "base64", "base32", "uudecode":
		if o.Has("d", "D", "decode") {
			return "decodes"
		}
	case "xxd":
		if o.Has("r", "revert", "p") {
			return "decodes"
		}
	case "openssl":
		if isOneOf("-d", cmd.Args...) {
			return "decodes"
		}
	}
	return ""
}

// codeFrom reports where an interpreter finds the code that is not on the line: in its input (sh, sh -s, python -), or in words that
// are known only when it runs (sh -c "$(…)", bash <(…)). What -c is followed by is code, and the input then only its data.
func codeFrom(cmd shell.Command) (input, words bool) {
	code := false
	for i, w := range cmd.Args {
		switch {
		case i > 0 && isOneOf(cmd.Args[i-1], "-c", "-e"):
			code, words = true, words || w == "$?"
		case w == "$?":
			return !code, true
		case isOneOf(w, "-", "/dev/stdin", "run", "-s", "--stdin"):
			return true, true
		case w == "" || w[0] != '-':
			option := i > 0 && len(cmd.Args[i-1]) > 1 && cmd.Args[i-1][0] == '-' && strings.ContainsAny(cmd.Args[i-1][len(cmd.Args[i-1])-1:], "oOW")
			return option, option || words // of an option of the shell
		}
	}
	return !code, words || !code
}

// takesOutput reports whether the words of an interpreter have the output of a command in them.
func takesOutput(cmd, of shell.Command) bool {
	return of.Text != "" && (strings.Contains(cmd.Text, "$(") || strings.Contains(cmd.Text, "<(") || strings.Contains(cmd.Text, "`")) && strings.Contains(cmd.Text, of.Text)
}

// isInput reports whether a command stands in a process substitution that is a standard input, or in a here-string: python3 - < <(curl …),
// bash <<< "$(curl …)".
func isInput(line shell.Line, of shell.Command) bool {
	return of.Text != "" && slices.ContainsFunc([]string{"< <(", `<<< "$(`, `<<<"$(`, "<<< $(", "<<<$("}, func(opens string) bool {
		return strings.Contains(line.Text, opens+of.Text)
	})
}
