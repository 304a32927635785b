package shell

import "strings"

// unwrapPackage takes the runner of a package's program off: npx -y jest@29.
func unwrapPackage(argv []field, i int) (wrapped, bool) {
	valued := "-p --package -w --workspace --prefix -C --dir --filter"
	if code, ok := flagValue(leadingFlags(argv[i:], valued+" -c --call"), "-c --call"); ok {
		text := asSource(code.text)
		return wrapped{code: &text}, true
	}
	i = skipFlags(argv, i, valued)
	if i >= len(argv) {
		return wrapped{}, false
	}
	inner := append([]field{}, argv[i:]...)
	if at := strings.LastIndexByte(inner[0].text, '@'); at > 0 {
		inner[0].text = inner[0].text[:at]
	}
	return wrapped{argv: inner, external: true}, true
}

// isScriptTool knows the programs of packages that agents start as "yarn jest".
func isPackageTool(name string) bool {
	return has("jest vitest mocha ava tsc eslint prettier playwright cypress biome oxlint stylelint ts-node tsx vue-tsc webpack rollup esbuild karma tap nyc c8 turbo nx lerna next vite svelte-check standard xo babel tsup knip storybook", name)
}
