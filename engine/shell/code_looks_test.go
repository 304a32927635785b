package shell

import "testing"

// TestOnlyLooks checks which code on a line tries nothing out: it reads files and texts.
func TestOnlyLooks(t *testing.T) {
	for line, want := range map[string]bool{
		"python3 -c 'import json,sys; print(json.load(sys.stdin)[0])'":                                  true,
		"python3 -c 'import ast; ast.parse(open(\"app.py\").read())'":                                   true,
		"python - <<'E'\nfrom pathlib import Path\nprint(Path('a.md').read_text())\nE":                  true,
		"python - <<'E'\nimport xml.etree.ElementTree as ET, os\nprint(ET.parse('a.xml').getroot())\nE": true,
		"python3 -c 'print(1 + 1)'": true,
		"node -e 'console.log(JSON.parse(require(\"fs\").readFileSync(\"a.json\")).version)'":          true,
		"node --input-type=module -e 'import fs from \"node:fs\"; console.log(fs.readdirSync(\".\"))'": true,
		"perl -ne 'print if /x/' a.txt":                 true,
		"perl -0777 -ne 'print $1 if m{a(.*)b}s' a.txt": true,

		"python3 -c 'import app; print(app.total())'":                                               false,
		"python3 -c 'import json, app.cart; print(json)'":                                           false,
		"python3 -c 'from app.cart import total; print(total())'":                                   false,
		"python - <<'E'\nimport subprocess\nsubprocess.run(['make'])\nE":                            false,
		"python - <<'E'\nfrom pathlib import Path\nPath('a.md').write_text('x')\nE":                 false,
		"python - <<'E'\nimport urllib.request\nurllib.request.urlopen('http://localhost:8000')\nE": false,
		"python - <<'E'\nimport runpy\nrunpy.run_path('app.py')\nE":                                 false,
		"python3 -c 'exec(open(\"app.py\").read())'":                                                false,
		"python3 app.py":                                                             false,
		"node -e 'require(\"./app\").start()'":                                       false,
		"node -e 'const n = \"./app\"; require(n)'":                                  false,
		"node -e 'fetch(\"http://localhost:3000\").then(console.log)'":               false,
		"node -e 'require(\"child_process\").execSync(\"make\")'":                    false,
		"node --input-type=module -e 'import { total } from \"./cart.js\"; total()'": false,
		"perl -0pi -e 's/a/b/' a.txt":                                                false,
		"perl -ne 'system \"make\"' a.txt":                                           false,
		"perl -e 'require \"./app.pl\"; main()'":                                     false,
		"perl -MCart -ne 'print Cart::sum' a.txt":                                    false,
		"python3 - < unknown.py":                                                     false,
	} {
		commands := Parse(line, "/p", "/home").Commands
		if got := commands[len(commands)-1].Inert; got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}
