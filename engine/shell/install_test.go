package shell

import (
	"strings"
	"testing"
)

// TestInstalls checks which words of a command name packages.
func TestInstalls(t *testing.T) {
	for line, want := range map[string]string{
		"npm i left-pad@1.2 @types/node":                     "left-pad @types/node",
		"npm install --registry https://r.example x":         "x",
		"npm install ./lib ../x git+ssh://git@h/x user/repo": "",
		"npm ci": "",
		"pip install 'a[b]>=1' c==2 ./d e.whl -r list.txt":           "a c",
		"python3 -m pip install -U a":                                "a",
		"uv pip install a; uv pip list":                              "a",
		"uv add --dev a":                                             "a",
		"poetry add -G dev a^1":                                      "a",
		"cargo add serde --features derive -p shop":                  "serde",
		"go get example.org/x/y/v2@latest ./... golang.org/x/z@none": "example.org/x/y/v2",
		"go install ./cmd/x":                                         "",
		"gem install rails -v 7":                                     "rails",
		"composer require vendor/name:^2":                            "vendor/name",
		"deno add npm:x jsr:@a/b":                                    "x @a/b",
		"npm install $NAME":                                          "",
		"docker run node npm install x":                              "",
		"sudo npm i -g x && echo npm i y":                            "x",
	} {
		var got []string
		for _, cmd := range Parse(line, "/work", "").Commands {
			got = append(got, cmd.Installs()...)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
