package deeds

import (
	"slices"
	"strings"

	"witness/engine/shell"
)

// A Sent is data that a command sends to another machine.
type Sent struct {
	To        string   `json:"to"`        // the host, "" if it is not known
	Local     bool     `json:"local"`     // it is this machine, or one of its network
	How       string   `json:"how"`       // posts, uploads, copies, publishes (a gist), asks (in the address), mails, opens (a connection)
	Files     []string `json:"files"`     // absolute, those that are known
	Variables []string `json:"variables"` // those whose value is in the data; * for all of the environment
	// Credentials are those of the files that hold credentials by their names, and * for all of the environment.
	Credentials []string `json:"credentials"`
	Key         bool     `json:"key"` // what looks like a real key stands in the words that it posts
}

// Sends returns what the n-th command of a line sends.
func Sends(line shell.Line, n int) []Sent {
	cmd := line.Commands[n]
	s := Sent{Files: []string{}, Variables: []string{}, Credentials: []string{}}
	o := OptionsOf(cmd)
	if o.Has("help", "version") {
		return nil
	}
	switch cmd.Name {
	case "curl":
		s.curl(cmd, o)
	case "wget":
		if o.Has("post-data", "post-file", "body-data", "body-file") || strings.HasPrefix(strings.ToUpper(o.Value("method")), "P") {
			s.How = "posts"
		}
		s.file(cmd, o.Value("post-file"), o.Value("body-file"))
		s.to(o.Operands...)
	case "http", "https", "xh", "xhs":
		s.httpie(cmd, o)
	case "nc", "ncat", "netcat", "telnet":
		if !o.Has("listen", "zero") && len(o.Operands) > 0 {
			s.How = "opens"
			s.to(o.Operands[0])
		}
	case "socat":
		for _, w := range o.Operands {
			if kind, address, ok := strings.Cut(w, ":"); ok && isOneOf(strings.ToLower(kind), "tcp", "tcp4", "udp", "openssl", "tcp-connect", "ssl") {
				s.How = "opens"
				s.to(address)
			}
		}
	case "scp", "rsync", "sftp", "rclone copy", "rclone sync", "rclone copyto", "rclone move":
		s.copies(cmd, o)
	case "aws s3", "gsutil", "gcloud storage", "azcopy", "gsutil cp", "gsutil rsync":
		if isOneOf(o.Operand(0), "cp", "mv", "sync", "rsync", "copy") || strings.HasPrefix(cmd.Name, "gsutil ") {
			s.copies(cmd, o)
		}
	case "gh gist":
		if isOneOf(o.Operand(0), "create", "edit") {
			s.How, s.To = "publishes", "gist.github.com"
			s.file(cmd, o.Operands[1:]...)
		}
	case "gh pr", "gh issue":
		if isOneOf(o.Operand(0), "create", "comment", "edit", "review") {
			s.How, s.To = "posts", "github.com"
			s.Key = cmd.Keyed
			s.file(cmd, o.Value("body-file"))
		}
	case "mail", "mailx", "mutt", "sendmail":
		s.How = "mails"
		s.file(cmd, o.Value("a"), o.Value("A"))
		s.to(o.Operands...)
	case "ssh":
		if len(o.Operands) > 1 {
			s.How, s.To = "opens", host(o.Operands[0])
		}
	case "openssl":
		if at := slices.Index(cmd.Args, "-connect"); at >= 0 && at+1 < len(cmd.Args) {
			s.How = "opens"
			s.to(cmd.Args[at+1])
		}
	case "dig", "nslookup", "host", "drill":
		s.asksFor(cmd)
	default:
		s.code(cmd)
	}
	for _, device := range []string{"> /dev/tcp/", "> /dev/udp/"} {
		if address, ok := strings.CutPrefix(cmd.Filter, device); ok && s.How == "" {
			s.How = "opens"
			s.to(address)
		}
	}
	if s.How == "" {
		return nil
	}
	s.feeds(line, n)
	for _, file := range s.Files {
		if HoldsCredentials(file) || madeOf(line, n, file) {
			s.Credentials = append(s.Credentials, file)
		}
	}
	if slices.Contains(s.Variables, "*") {
		s.Credentials = append(s.Credentials, "*")
	}
	s.Local = isLocal(s.To)
	return []Sent{s}
}

// madeOf reports whether a file is written before the n-th command of a line, by one that reads a file with credentials or gets what such a
// command prints: cp, base64, tar.
func madeOf(line shell.Line, n int, file string) bool {
	return slices.ContainsFunc(line.Touches, func(made shell.Touch) bool {
		return made.Path == file && made.Command < n && isOneOf(made.Kind, "write", "output") && slices.ContainsFunc(line.Touches, func(read shell.Touch) bool {
			from := read.Command == made.Command || Feeds(line, read.Command, made.Command)
			return from && isOneOf(read.Kind, "read", "scan") && HoldsCredentials(read.Path)
		})
	})
}

// curl reads the options of curl.
func (s *Sent) curl(cmd shell.Command, o Options) {
	data := []string{"data", "data-binary", "data-urlencode", "data-ascii", "json", "data-raw"}
	switch method := strings.ToUpper(o.Value("request")); {
	case o.Has("upload-file"):
		s.How = "uploads"
	case o.Has("form", "form-string") || o.Has(data...):
		s.How = "posts"
		if o.Has("get") {
			s.How = "asks"
		}
	case isOneOf(method, "POST", "PUT", "PATCH"):
		s.How = "posts"
	}
	for _, option := range o.List {
		switch {
		case option.Name == "upload-file":
			s.file(cmd, option.Value)
		case option.Name == "form":
			if _, file, ok := strings.Cut(option.Value, "=@"); ok {
				s.file(cmd, file)
			} else if _, file, ok := strings.Cut(option.Value, "=<"); ok {
				s.file(cmd, file)
			}
		case isOneOf(option.Name, data[:5]...):
			if _, file, ok := strings.Cut(option.Value, "@"); ok && (strings.HasPrefix(option.Value, "@") || option.Name == "data-urlencode") {
				s.file(cmd, file)
			}
		}
	}
	s.to(append(o.Operands, o.Value("url"))...)
	s.variables(cmd.Text)
	fed := func(word string) bool { // by xargs
		return slices.Contains(cmd.Wrappers, "xargs") && strings.Contains(word, "{}")
	}
	if _, address, ok := strings.Cut(cmd.Text, "://"); ok && s.How == "" && (substitutes(wordOf(address)) || fed(wordOf(address))) {
		s.How = "asks" // https://host/?k=$(cat FILE)
		s.to(hostIn(cmd.Text))
	}
}

// httpie reads the words of HTTPie and its likes: METHOD ADDRESS NAME=value NAME@file.
func (s *Sent) httpie(cmd shell.Command, o Options) {
	words := o.Operands
	if len(words) > 0 && isOneOf(words[0], "POST", "PUT", "PATCH") {
		s.How = "posts"
	}
	if len(words) > 0 && strings.ToUpper(words[0]) == words[0] {
		words = words[1:]
	}
	for i, w := range words {
		name, file, ok := strings.Cut(w, "@")
		switch {
		case i == 0:
			s.to(w)
		case ok && !strings.ContainsAny(name, "=:"):
			s.How = "posts"
			s.file(cmd, file)
		case strings.Contains(w, "=") && !strings.Contains(w, "=="):
			s.How = "posts"
		}
	}
	s.variables(cmd.Text)
}

// copies reads the words of what copies files: the last word is where they go.
func (s *Sent) copies(cmd shell.Command, o Options) {
	words := o.Operands
	if len(words) < 2 {
		return
	}
	target, sources := words[len(words)-1], words[:len(words)-1]
	if isOneOf(words[0], "cp", "mv", "sync", "rsync", "copy") {
		sources = sources[1:]
	}
	name, _, remote := strings.Cut(target, ":")
	if drive := len(name) == 1 && !strings.HasPrefix(cmd.Dir, "/"); !remote || strings.Contains(name, "/") || drive {
		return
	}
	s.How = "copies"
	if _, bucket, ok := strings.Cut(target, "://"); ok && name != "https" {
		s.To, _, _ = strings.Cut(bucket, "/")
	} else {
		s.to(target)
	}
	s.file(cmd, sources...)
}

// code reads the names that inline code uses: requests.post(…), fetch(…).
func (s *Sent) code(cmd shell.Command) {
	for _, name := range cmd.Identifiers {
		if isOneOf(name[strings.LastIndexByte(name, '.')+1:], "urlopen", "sendBeacon") || isOneOf(name, "requests.post", "requests.put", "httpx.post", "httpx.put", "axios.post", "session.post", "fetch", "http.request", "https.request", "Net::HTTP.post") {
			s.How = "posts"
		}
	}
	if s.How == "" {
		return
	}
	for _, text := range cmd.Literals {
		if strings.Contains(text, "://") {
			s.to(text)
		}
	}
}

// feeds adds the files that are read by the commands whose output is in the data, and the command's own input.
func (s *Sent) feeds(line shell.Line, n int) {
	text := line.Commands[n].Text
	substituted := substitutes(withoutHeaders(text))
	taken := func(i int) bool { // d=$(cat FILE); curl -d "$d"
		into, read := line.Commands[i].Into, func(name string) bool { return slices.Contains(s.Variables, name) }
		return slices.Contains(line.Commands[n].Lists, i) && (slices.ContainsFunc(into, read) || len(into) == 0 && len(s.Variables) > 0 && !substitutes(text))
	}
	var printed []int // by a command before it: echo "$(cat FILE)" | curl -d @-
	for i, cmd := range line.Commands[:n] {
		if isOneOf(cmd.Name, "echo", "printf") && Feeds(line, i, n) {
			printed = append(printed, cmd.Lists...)
		}
	}
	given := func(i int) bool {
		return line.Commands[i].OutputHidden && (substituted || Feeds(line, i, n) || taken(i) || slices.Contains(printed, i))
	}
	for _, t := range line.Touches {
		if t.Command > n || t.Glob || !isOneOf(t.Kind, "read", "scan") || slices.Contains(s.Files, t.Path) {
			continue
		}
		if t.Command == n && line.Commands[n].Name != "curl" || t.Command < n && given(t.Command) {
			s.Files = append(s.Files, t.Path)
		}
	}
	for i, cmd := range line.Commands[:n] {
		if !given(i) {
			continue
		}
		switch cmd.Name {
		case "env", "printenv", "set", "export", "declare":
			if o := OptionsOf(cmd); len(o.Operands) == 0 {
				s.Variables = append(s.Variables, "*")
			} else if cmd.Name == "printenv" {
				s.Variables = append(s.Variables, o.Operands...)
			}
		case "tar":
			words := OptionsOf(cmd).Operands
			s.file(cmd, words[min(1, len(words)):]...) // tar czf FILE, or tar -c FILE of which the first is seldom the only one
			if len(cmd.Args) > 0 && isFlagged(cmd.Args[0]) {
				s.file(cmd, words...)
			}
		case "zip", "gzip", "base64", "xxd", "openssl", "gpg":
			s.file(cmd, OptionsOf(cmd).Operands...)
		}
	}
}

// Feeds reports whether the output of the i-th command of a line goes through pipes into the n-th.
func Feeds(line shell.Line, i, n int) bool {
	filter, ok := strings.CutPrefix(line.Commands[i].Filter, "| ")
	text := line.Commands[n].Text
	return ok && i < n && text != "" && (strings.Contains(filter, text) || i+1 == n || strings.HasPrefix(line.Commands[i+1].Filter, "| ") && Feeds(line, i+1, n))
}
