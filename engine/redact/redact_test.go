package redact

import (
	"regexp"
	"strings"
	"testing"
)

// planted replaces PLANTED in the texts of hidden.
const planted = "S3cr3tS3cr3tS3cr3tS3cr3t"

// hidden are texts with a secret, PLANTED, that must be found.
var hidden = []string{
	`export API_KEY=PLANTED`,
	`API_KEY="PLANTED" ./run`,
	`DB_PASSWORD='PLANTED words' make migrate`,
	`env AWS_SECRET_ACCESS_KEY=PLANTED aws s3 ls`,
	`PGPASSWORD=PLANTED psql -h db`,
	`SERVICE_CREDENTIAL=PLANTED ./run`,
	`tool --password=PLANTED --verbose`,
	`tool --password PLANTED --verbose`,
	`tool --api-key "PLANTED"`,
	`tool --auth-token=PLANTED`,
	`tool -token PLANTED`,
	`terraform apply -var db_password=PLANTED`,
	`mysql -u root -pPLANTED app`,
	`mysqldump -h db -u root '-pPLANTED' app`,
	`mysql --user=root -p"PLANTED" -e 'select 1'`,
	`sshpass -p PLANTED ssh host`,
	`sshpass -p'PLANTED' ssh host`,
	`docker login -u me -p PLANTED registry.example.com`,
	`echo PLANTED | docker login -u me --password-stdin`,
	`echo "PLANTED" | sudo -S reboot`,
	`echo PLANTED | gh auth login --with-token`,
	`redis-cli -a PLANTED ping`,
	`curl -u me:PLANTED https://example.com`,
	`curl --user "me:PLANTED" https://example.com`,
	`curl https://me:PLANTED@example.com/x`,
	`git clone https://PLANTED@github.com/a/b`,
	`git remote add o https://oauth2:PLANTED@gitlab.com/a/b.git`,
	`psql postgres://u:PLANTED@db:5432/app`,
	`curl 'https://example.com/?a=1&access_token=PLANTED'`,
	`curl "https://maps.example.com/?key=PLANTED&q=1"`,
	`curl -H 'Authorization: Bearer PLANTED' https://example.com`,
	`curl -H "Authorization: token PLANTED" https://example.com`,
	`curl -H "Authorization: Basic PLANTED" https://example.com`,
	`curl -H "authorization:PLANTED" https://example.com`,
	`curl -H "X-Api-Key: PLANTED" https://example.com`,
	`curl -H "PRIVATE-TOKEN: PLANTED" https://example.com`,
	`curl --cookie x -H "Cookie: sid=PLANTED; b=c" https://example.com`,
	`http GET example.com "Authorization:Bearer PLANTED"`,
	`curl -d '{"user":"me","password":"PLANTED"}' https://example.com`,
	`curl -d "{\"client_secret\": \"PLANTED\"}" https://example.com`,
	`openssl enc -d -in x -pass pass:PLANTED`,
	`ldapsearch -x -D cn=me -w PLANTED`,
	`zip -P PLANTED a.zip a`,
	`7z x -pPLANTED a.7z`,
	`htpasswd -bc file me PLANTED`,
	`smbclient //host/x -U me%PLANTED`,
	"printf -- '-----BEGIN RSA PRIVATE KEY-----\nPLANTED\nPLANTED\n-----END RSA PRIVATE KEY-----' > k",
	"-----BEGIN OPENSSH PRIVATE KEY-----\nPLANTED",
	"password: \"PLANTED\"",
	"  token: PLANTED",
	"secret_key = \"PLANTED\"",
	"AccountName=x;AccountKey=PLANTED;EndpointSuffix=y",
}

// tokens are secrets by their own prefix, wherever they occur.
var tokens = []string{
	"AKIA" + "IOSFODNN7EXAMPLE", "ASIA" + "IOSFODNN7EXAMPLE",
	"ghp_" + strings.Repeat("a1", 18), "github_pat_" + strings.Repeat("a1", 20), "ghs_" + strings.Repeat("a1", 18), "glpat-" + strings.Repeat("a1", 10),
	"xoxb-" + "123456789012-123456789012-abcdefabcdef", "xoxp-" + "1-2-3-abcdefabcdef",
	"https://hooks.slack.com/services/" + "T000/B000/XXXXXXXXXXXX",
	"sk-" + strings.Repeat("a1", 24), "sk-ant-api03-" + strings.Repeat("a1", 24), "sk-proj-" + strings.Repeat("a1", 24), "sk_live_" + strings.Repeat("a1", 12),
	"AIza" + strings.Repeat("a", 35), "npm_" + strings.Repeat("a1", 18), "hf_" + strings.Repeat("a1", 17), "pypi-" + strings.Repeat("a1", 20),
	"eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "dBjftJeZ4CVP_mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
}

// plain are texts without a secret, which must not change.
var plain = []string{
	`go test -run 'TestToken|TestPassword' ./...`,
	`pytest -k password tests/test_token.py::test_secret`,
	`mkdir -p a/b && cp -p x y`,
	`ssh -p 22 host`,
	`docker run -p 8080:80 -u 1000:1000 img`,
	`git commit -m "Fix the token parser: it lost a key"`,
	`curl -u me https://example.com/a@b`,
	`npm test -- --token-limit=5 --max-tokens 100`,
	`export PATH=$PATH:/x PWD=/y`,
	`tool --password="$PASSWORD" --token=$(pass show x) --secret ${S}`,
	`grep -rn "password" .`,
	`error: unexpected token: }`,
	`SyntaxError: Unexpected token 'x', "{"a"" is not valid JSON`,
	`assert token == "abc"`,
	`if password == None: token = next(tokens)`,
	`--- FAIL: TestToken/key=value (0.00s)`,
	`src/token.ts:12:3 - error TS1005: ';' expected.`,
	`tests/test_auth.py::test_password[token] PASSED`,
	`password=None, token=null`,
	`kubectl get secret token -o yaml`,
	`ls task-list disk-usage sk-ip`,
	`http://localhost:8080/a?b=c`,
	`mysql -u root -p app`,
	`curl -s http://localhost:3000/users/1`,
}

func TestHideReplacesSecretsAndNothingElse(t *testing.T) {
	var f Finder
	for _, text := range hidden {
		text = strings.ReplaceAll(text, "PLANTED", planted)
		got := f.Redact(text)
		if strings.Contains(got, "S3cr3t") || !strings.Contains(got, Placeholder) {
			t.Errorf("%s\n  became %s", text, got)
		}
		if again := f.Redact(got); again != got {
			t.Errorf("%s\n  is not stable: %s", got, again)
		}
	}
	for _, token := range tokens {
		for _, text := range []string{token, "x " + token + " y", "a='" + token + "'", "(" + token + ")"} {
			if got := f.Redact(text); strings.Contains(got, token[len(token)-6:]) {
				t.Errorf("%s\n  became %s", text, got)
			}
		}
	}
	for _, text := range plain {
		if got := f.Redact(text); got != text {
			t.Errorf("%s\n  became %s", text, got)
		}
	}
}

func TestPatternsWithAndWithoutGroup(t *testing.T) {
	f := Finder{Patterns: []*regexp.Regexp{regexp.MustCompile(`ACME-\d+`), regexp.MustCompile(`customer (?P<secret>\w+)`)}}
	if got, want := f.Redact("a ACME-12 customer bob"), "a [secret] customer [secret]"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// FuzzFind checks that spans are within the text, in order and not empty.
func FuzzFind(f *testing.F) {
	for _, text := range append(append(hidden, tokens...), plain...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, s := range (Finder{}).Find(text) {
			if s.Start < at || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("span %v of %d bytes after %d", s, len(text), at)
			}
			at = s.End
		}
	})
}

func BenchmarkFind(b *testing.B) {
	line := strings.Repeat("cd /home/me/project && go test -run 'TestA' ./... 2>&1 | tail -20\n", 2)
	output := strings.Repeat("--- FAIL: TestLogin/key=value (0.01s)\n    auth_test.go:23: token expired: want 1, got http://x/y\n", 2000)
	for name, text := range map[string]string{"line": line, "output": output} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				(Finder{}).Find(text)
			}
		})
	}
}
