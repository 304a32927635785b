package shell

import "strings"

// recipes returns the commands of a makefile that stands on the line: make -f - <<< 'all:; rm -r build'.
func recipes(p program, input *stream) (list []childCommand) {
	if file, ok := flagValue(p.argv[1:], "-f --file --makefile"); !ok || file.text != "-" || input == nil || strings.Contains(input.text, unknownMark) {
		return nil
	}
	for line := range strings.Lines(input.text) {
		line = strings.TrimSuffix(line, "\n")
		recipe, ok := strings.CutPrefix(line, "\t")
		if _, after, rule := strings.Cut(line, ":"); !ok && rule {
			_, recipe, ok = strings.Cut(after, ";")
		}
		if recipe = strings.TrimLeft(recipe, "@-+ "); ok && recipe != "" {
			list = append(list, childCommand{code: strings.ReplaceAll(recipe, "$$", "$"), dir: p.dir})
		}
	}
	return list
}
