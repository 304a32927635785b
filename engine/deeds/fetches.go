package deeds

import (
	"strings"

	"witness/engine/shell"
)

// addressesIn returns those of the texts that are addresses of other machines.
func addressesIn(texts []string) (list []string) {
	for _, text := range texts {
		if (strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")) && !isLocal(host(text)) {
			list = append(list, text)
		}
	}
	return list
}

// fetchesItself returns what the code on a command line fetches and runs: exec(urlopen("https://…").read()), iex (irm https://…).
func fetchesItself(line shell.Line, cmd shell.Command) (e Executed, ok bool) {
	if isOneOf(strings.ToLower(cmd.Name), "iex", "invoke-expression") {
		text := strings.ToLower(line.Text)
		for _, fetches := range []string{"downloadstring", "downloaddata", "invoke-webrequest", "invoke-restmethod", "iwr", "irm", "curl", "wget"} {
			if strings.Contains(text, fetches) {
				return Executed{By: line.Text, Brings: "fetches", Host: hostIn(line.Text)}, !isLocal(hostIn(line.Text))
			}
		}
		return Executed{}, false
	}
	runs, fetches := false, false
	for _, name := range cmd.Identifiers {
		_, last, _ := cutLast(name)
		runs = runs || isOneOf(name, "eval", "Function", "builtins.exec") || name == "exec" && cmd.Name == "python" ||
			isOneOf(last, "instance_eval", "class_eval", "runInThisContext", "runInNewContext") // re.exec and model.eval run no code
		fetches = fetches || isOneOf(last, "urlopen", "get", "fetch", "URI", "open", "file_get_contents", "urlretrieve", "read")
	}
	addresses := addressesIn(cmd.Literals)
	if !runs || !fetches || len(addresses) == 0 {
		return Executed{}, false
	}
	return Executed{By: addresses[0], Brings: "has", Host: host(addresses[0])}, true
}

// hostIn returns the host of the first address in a text.
func hostIn(text string) string {
	_, rest, ok := strings.Cut(text, "://")
	if !ok {
		return ""
	}
	if end := strings.IndexAny(rest, "/'\") \n"); end >= 0 {
		rest = rest[:end]
	}
	return host(rest)
}

// installsFrom returns the address of another machine from which a command installs or runs a package, "" if there is none. A registry
// knows who has published a package, and when; behind an address is what stands there today.
func installsFrom(cmd shell.Command) string {
	for _, address := range cmd.Sources() {
		if !isLocal(host(strings.TrimPrefix(address, "git+"))) {
			return address
		}
	}
	return ""
}
