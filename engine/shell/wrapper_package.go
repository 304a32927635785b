package shell

import "strings"

// unwrapPackage removes the runner of a program from a package: npx -y jest@29. The flags of the
// runner start at index i.
func unwrapPackage(argv []field, i int) (wrapped, bool) {
	valued := "-p --package -w --workspace --prefix -C --dir --filter"
	if code, ok := flagValue(leadingFlags(argv[i:], valued+" -c --call"), "-c --call"); ok {
		text := asSource(code.text)
		return wrapped{code: &text}, true
	}
	first := i
	i = skipFlags(argv, i, valued)
	if i >= len(argv) {
		return wrapped{}, false
	}
	from := addressOf(argv[i:])
	for _, f := range flagValues(argv[first:i], "-p --package") {
		from = append(from, "--package="+f.text)
	}
	inner := append([]field{}, argv[i:]...)
	if at := strings.LastIndexByte(inner[0].text, '@'); at > 0 {
		inner[0].text = inner[0].text[:at]
	}
	if program := programOf[inner[0].text]; program != "" {
		inner[0].text = program
	}
	return wrapped{argv: inner, settings: from, external: true}, true
}

// programOf are the programs of packages that are called otherwise: npx firebase-tools deploy is firebase deploy.
var programOf = map[string]string{
	"firebase-tools": "firebase", "netlify-cli": "netlify", "@railway/cli": "railway", "aws-cdk": "cdk", "eas-cli": "eas", "@sentry/cli": "sentry-cli",
	"@vscode/vsce": "vsce", "@changesets/cli": "changeset", "@biomejs/biome": "biome", "@playwright/test": "playwright", "typescript": "tsc", "fkill-cli": "fkill",
}

// addressOf returns the address of a package that stands in the place of a program's name, as a setting: npx github:o/r.
func addressOf(argv []field) []string {
	if len(argv) == 0 || !isAddress(argv[0].text) {
		return nil
	}
	return []string{"--package=" + argv[0].text}
}

// isPackageTool reports whether name is a program that is commonly run from a package as "yarn
// jest".
func isPackageTool(name string) bool {
	return has("jest vitest mocha ava tsc eslint prettier playwright cypress biome oxlint stylelint ts-node tsx vue-tsc webpack rollup esbuild karma tap nyc c8 turbo nx lerna next vite svelte-check standard xo babel tsup knip storybook", name)
}
