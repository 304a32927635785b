package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// param returns the value of a parameter expansion such as $x or ${x%.go}, and false if the line
// does not determine it.
func (b *expansion) param(p *syntax.ParamExp) (value, bool) {
	if p.Index != nil {
		b.x.walkSubstitutions(p.Index, b.e, b.sc, b.st)
	}
	if p.Exp != nil && p.Exp.Word != nil {
		b.x.walkSubstitutions(p.Exp.Word, b.e, b.sc, b.st)
	}
	if p.NestedParam != nil {
		b.x.walkSubstitutions(p.NestedParam, b.e, b.sc, b.st)
	}
	if p.Param == nil || p.Length || p.Names != 0 || p.Excl && p.Index != nil || p.IsSet || p.Flags != nil || len(p.Modifiers) > 0 {
		return value{}, false
	}
	v, ok := b.variable(p.Param.Value)
	if p.Excl && ok && len(v.words) == 1 && !v.match {
		v, ok = b.variable(v.words[0]) // ${!name}
	}
	if !ok {
		return b.standardDefault(p)
	}
	if v.array && p.Param.Value != "@" && p.Param.Value != "*" {
		v, ok = element(v, p.Index)
		if !ok {
			return value{}, false
		}
	}
	for _, s := range v.words {
		if !b.x.grow(len(s)) {
			return value{}, false
		}
	}
	switch {
	case p.Slice != nil:
		return slice(v, p.Slice)
	case p.Exp != nil:
		return b.applyOperator(v, p.Exp)
	case p.Repl != nil:
		return replacePattern(v, p.Repl)
	}
	return v, true
}

// standardDefault returns the default in ${XDG_STATE_HOME:-$HOME/.local/state}. The folders of the XDG specification
// are hardly ever set, and it says what stands for them then; of any other variable the value is not known.
func (b *expansion) standardDefault(p *syntax.ParamExp) (value, bool) {
	if !strings.HasPrefix(p.Param.Value, "XDG_") || p.Exp == nil || p.Exp.Word == nil || p.Exp.Op != syntax.DefaultUnsetOrNull && p.Exp.Op != syntax.DefaultUnset {
		return value{}, false
	}
	for _, part := range p.Exp.Word.Parts {
		switch part.(type) {
		case *syntax.Lit, *syntax.ParamExp:
		default:
			return value{}, false
		}
	}
	f, _ := b.x.word(p.Exp.Word, b.e, b.sc, b.st)
	return value{words: []string{f.text}}, f.known()
}

// variable returns the value of the variable name. HOME, PWD, OLDPWD and $_ are known without
// an assignment.
func (b *expansion) variable(name string) (value, bool) {
	if v, ok := b.e.get(name); ok {
		b.x.taken = append(b.x.taken, v.lists...)
		return v, true
	}
	text := ""
	switch name {
	case "_":
		if e := b.e; e.last.glob {
			return value{words: []string{e.last.text}, matching: e.last.matching}, e.last.match
		}
		text = b.e.last.text
	case "HOME":
		text = b.x.w.home
	case "PWD":
		text = b.e.dir
	case "OLDPWD":
		text = b.e.oldDir
	}
	return value{words: []string{text}}, text != ""
}

// element returns the element of array v that index selects, all elements for @ and *, and the
// first element for a nil index.
func element(v value, index syntax.ArithmExpr) (value, bool) {
	i := 0
	if index != nil {
		word, ok := index.(*syntax.Word)
		if !ok {
			return value{}, false
		}
		lit := word.Lit()
		if lit == "@" || lit == "*" {
			return v, true
		}
		n, err := strconv.Atoi(lit)
		if v.keys != nil {
			n, err = slices.Index(v.keys, lit), nil
		}
		if err != nil {
			return value{}, false
		}
		i = n
	}
	if i < 0 || i >= len(v.words) || v.keys != nil && len(v.keys) != len(v.words) {
		return value{}, false
	}
	return value{words: v.words[i : i+1]}, true
}

// applyOperator applies ${v:-word}, ${v%pattern}, ${v^^} and similar operators to v. It returns
// false if the operand is not literal.
func (b *expansion) applyOperator(v value, exp *syntax.Expansion) (value, bool) {
	if v.array || len(v.words) != 1 || strings.Contains(v.words[0], unknownMark) {
		return value{}, false
	}
	if v.match {
		return b.applyOperatorToMatch(v, exp)
	}
	s := v.words[0]
	pattern := ""
	if exp.Word != nil {
		pattern = exp.Word.Lit()
	}
	switch exp.Op {
	case syntax.DefaultUnsetOrNull, syntax.AssignUnsetOrNull, syntax.ErrorUnsetOrNull:
		return v, s != ""
	case syntax.DefaultUnset, syntax.AssignUnset, syntax.ErrorUnset:
		return v, true
	case syntax.UpperAll:
		return value{words: []string{strings.ToUpper(s)}}, exp.Word == nil
	case syntax.LowerAll:
		return value{words: []string{strings.ToLower(s)}}, exp.Word == nil
	case syntax.RemSmallSuffix:
		if rest, ok := strings.CutSuffix(pattern, "*"); ok && rest != "" && !isGlob(rest) {
			if i := strings.LastIndex(s, rest); i >= 0 {
				s = s[:i]
			}
			return value{words: []string{s}}, true
		}
		s = strings.TrimSuffix(s, pattern)
	case syntax.RemLargePrefix:
		if rest, ok := strings.CutPrefix(pattern, "*"); ok && rest != "" && !isGlob(rest) {
			if i := strings.LastIndex(s, rest); i >= 0 {
				s = s[i+len(rest):]
			}
			return value{words: []string{s}}, true
		}
		s = strings.TrimPrefix(s, pattern)
	case syntax.RemLargeSuffix:
		s = strings.TrimSuffix(s, pattern)
	case syntax.RemSmallPrefix:
		s = strings.TrimPrefix(s, pattern)
	default:
		return value{}, false
	}
	return value{words: []string{s}}, pattern != "" && !isGlob(pattern)
}

// applyOperatorToMatch applies an operator to one of the files that match a pattern. A prefix or
// suffix can be removed only if all matching names have it.
func (b *expansion) applyOperatorToMatch(v value, exp *syntax.Expansion) (value, bool) {
	s := v.words[0]
	switch exp.Op {
	case syntax.RemSmallSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemLargeSuffix:
	case syntax.DefaultUnsetOrNull, syntax.DefaultUnset:
		return v, true
	default:
		return value{}, false
	}
	plain := v
	plain.match = false
	got, ok := b.applyOperator(plain, exp)
	if !ok {
		return value{}, false
	}
	rest := got.words[0]
	cut := strings.TrimPrefix(s, rest)
	if strings.HasSuffix(s, rest) {
		cut = strings.TrimSuffix(s, rest)
		// In a folder tree the number of folders to remove is not known.
		if v.recursive && cut != "" && strings.Contains(rest, "/") {
			return value{}, false
		}
	}
	if isGlob(cut) {
		return value{}, false
	}
	if cut == "" {
		// Only some of the matching names may have the suffix.
		v.subset = true
	}
	return v.derived(rest), true
}
