package shell

import "strings"

// columnNames returns those of the names that awk, cut or sed takes out of lines such as those of git status, nil if it does
// anything else to them.
func columnNames(p program, names []field) []field {
	code := operands(p.args, "-F -v -d -f -b -c -e --delimiter --fields --characters --bytes --field-separator")
	switch {
	case p.base == "cut":
		if f, ok := flagValue(p.args, "-c -f -b --characters --fields --bytes"); len(code) == 0 && ok && strings.HasSuffix(f.text, "-") {
			return names
		}
		return nil
	case p.base == "sed":
		if f, ok := flagValue(p.args, "-e --expression"); ok {
			code = append([]field{f}, code...)
		}
		// A substitution that removes the marks before each name: s/^...//, s/^?? //.
		if len(code) == 1 && strings.HasPrefix(code[0].text, "s/^") && strings.Trim(strings.TrimPrefix(code[0].text, "s/^"), `. ?*\sMAD[]{}0123456789p/`) == "" {
			return names
		}
		return nil
	case len(code) != 1 || code[0].hasUnknown():
		return nil
	}
	condition, action, ok := strings.Cut(strings.TrimSpace(code[0].text), "{")
	action = strings.TrimRight(strings.TrimSpace(action), "}; ")
	if !ok || action != "print" && !isColumn(action) {
		return nil
	}
	condition = strings.TrimSpace(condition)
	if condition == "" {
		return names
	}
	expr, isExpr := strings.CutPrefix(condition, "/")
	expr, ends := strings.CutSuffix(expr, "/")
	glob, known := "", false
	if isExpr && ends {
		glob, known = globOfRegexp(expr)
	}
	var fs []field
	for _, f := range names {
		f.printAs(glob, known)
		f.subset = true
		fs = append(fs, f)
	}
	return fs
}

// isColumn reports whether an action of awk prints one column.
func isColumn(action string) bool {
	column, ok := strings.CutPrefix(action, "print")
	column, isField := strings.CutPrefix(strings.TrimSpace(column), "$")
	return ok && isField && (column == "NF" || strings.Trim(column, "0123456789") == "")
}
