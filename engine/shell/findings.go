package shell

import "strings"

// findings are the files that find finds; some of them, if more than their names decides
// about them.
func findResults(words []field) []field {
	var roots []field
	for len(words) > 0 && !isFlag(words[0].text) && !has("( ! ;", words[0].text) {
		if !words[0].known() {
			return nil
		}
		roots = append(roots, words[0])
		words = words[1:]
	}
	var names []string
	deep, some, files := true, false, false
	for i := 0; i < len(words); i++ {
		next := ""
		if i+1 < len(words) {
			next = words[i+1].text
		}
		switch s := words[i].text; {
		case s == "-type" && next == "f":
			files = true
			i++
		case s == "-type":
			return nil
		case s == "-maxdepth" && next == "1":
			deep = false
			i++
		case s == "-name" && next != "" && !words[i+1].hasUnknown():
			names = append(names, next)
			i++
		case has("! -not", s) && next == "-path" && i+2 < len(words) && (strings.Contains(words[i+2].text, ".git") || strings.Contains(words[i+2].text, "node_modules")):
			i += 2 // these folders are left out anyway
		case has("-print -print0 -delete -o -or ( )", s):
		case has("-exec -execdir -ok -okdir", s):
			for i < len(words) && words[i].text != ";" && words[i].text != "+" {
				i++
			}
		case has("! -not", s) && i+2 < len(words):
			some = true
			i += 2
		case has("-newer -mtime -mmin -ctime -size -path -wholename -iname -ipath -regex -user -perm -newermt -maxdepth -mindepth -atime", s):
			some = true
			i++
		case has("-prune -empty -executable -readable -writable -a -and", s):
			some = true
		default:
			return nil
		}
	}
	if len(names) == 0 {
		if !files {
			return nil
		}
		names = []string{"*"}
	}
	if len(roots) == 0 {
		roots = []field{{text: "."}}
	}
	var fs []field
	for _, r := range roots {
		for _, name := range names {
			if strings.Contains(name, "/") {
				return nil
			}
			fs = append(fs, field{text: strings.TrimSuffix(r.text, "/") + "/" + name, glob: true, match: true, recursive: deep, subset: some})
		}
	}
	return fs
}
