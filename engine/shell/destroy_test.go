package shell

import (
	"fmt"
	"strings"
	"testing"
)

// TestDestroys checks what lines destroy by name, and which folders they make.
func TestDestroys(t *testing.T) {
	for line, want := range map[string]string{
		`rm -rf src ../other -- -x`:                "deletes /p/src whole, deletes /other whole, deletes /p/-x whole",
		`rm a.txt "$X/b" ~/c`:                      "deletes /p/a.txt, deletes ?, deletes /home/me/c",
		`cd /srv && rm -r *`:                       "deletes /srv/* whole",
		`npx rimraf src; grm -r x`:                 "deletes /p/src whole, deletes /p/x whole",
		`cd "$X" && rm -r y`:                       "deletes ? whole",
		`shred -n 3 -u key`:                        "overwrites /p/key",
		`truncate -s 0 app.db`:                     "empties /p/app.db",
		`chmod -R 777 /usr; chmod 600 key`:         "permits /usr whole",
		`chown -R me:me .`:                         "permits /p whole",
		`chmod -R --reference=ref /etc`:            "permits /etc whole",
		`setfacl -R -m u:app:rwx /etc`:             "permits /etc whole",
		`rsync -a --delete src/ /etc`:              "deletes /etc whole, makes /etc",
		`rsync -an --delete src/ /etc`:             "makes /etc",
		`rsync -a --delete src/ host:/etc`:         "makes /p/host:/etc",
		`$'\x72\x6d' -rf $'\x2fsrv'`:               "deletes /srv whole",
		`find . -name '*.py' -delete`:              "deletes /p whole only *.py",
		`find /srv -mtime +3 -exec shred {} +`:     "deletes /srv whole some, overwrites ?",
		`find . -empty -delete; find src -name x`:  "",
		`docker exec web rm -rf /srv; echo rm -rf`: "",
		`mkdir -p a/b`:                             "makes /p/a/b",
		`git clone https://example.org/x.git`:      "makes /p/x",
		`git init`:                                 "makes /p, makes /p/.git",
		`cp -r src copy; tar xf x.tgz -C out`:      "makes /p/copy, makes /p/out",
		`python gen.py --output-dir=gen`:           "makes /p/gen",
		`gh repo clone me/shop`:                    "makes /p/shop",
	} {
		var got []string
		for _, cmd := range Parse(line, "/p", "/home/me").Commands {
			for _, d := range cmd.Destroys() {
				said := d.Does + " " + d.Path
				if d.Path == "" {
					said += "?"
				}
				if d.Whole {
					said += " whole"
				}
				if d.Only != "" {
					said += " only " + d.Only
				}
				if d.Some {
					said += " some"
				}
				got = append(got, said)
			}
			for _, dir := range cmd.Folders() {
				got = append(got, fmt.Sprint("makes ", dir))
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestDestroysPowerShell checks the cmdlets.
func TestDestroysPowerShell(t *testing.T) {
	line := PowerShell(`Remove-Item -Recurse -Force .\src`, "/p", "/home/me")
	if d := line.Commands[0].Destroys(); len(d) != 1 || d[0].Path != "/p/src" || !d[0].Whole {
		t.Error(d)
	}
	line = PowerShell(`robocopy .\src .\copy /MIR /R:1; robocopy .\src .\copy /MIR /L; robocopy .\src .\copy /E`, "/p", "/home/me")
	for i, want := range []int{1, 0, 0} { // of a mirror what only the target has, of a list and a copy nothing
		if d := line.Commands[i].Destroys(); len(d) != want || want > 0 && d[0].Path != "/p/copy" {
			t.Error(i, d)
		}
	}
	line = PowerShell(`Remove-Item Env:\TOKEN, Function:\f`, "/p", "/home/me")
	if d := line.Commands[0].Destroys(); len(d) != 0 {
		t.Error(d)
	}
}
