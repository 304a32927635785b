package redact

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// planted replaces PLANTED in the texts of hidden.
const planted = "S3cr3tS3cr3tS3cr3tS3cr3t"

// hidden are texts with a secret, PLANTED, that must be found. testdata/secrets.txt has more.
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
	"AKIA" + "IOSFODNN7EXAMPLE", "ASIA" + "IOSFODNN7EXAMPLE", "ASIA" + "HVAUVZHMASQXEZYE",
	"ghp_" + strings.Repeat("a1", 18), "github_pat_" + strings.Repeat("a1", 20), "ghs_" + strings.Repeat("a1", 18), "glpat-" + strings.Repeat("a1", 10),
	"xoxb-" + "123456789012-123456789012-abcdef12abcdef", "xoxp-" + "1-2-3-abcdef12abcdef",
	"https://hooks.slack.com/services/" + "T000/B000/Xa1XXb2XXXXc3XXX",
	"sk-" + strings.Repeat("a1", 24), "sk-ant-api03-" + strings.Repeat("a1", 24), "sk-proj-" + strings.Repeat("a1", 24), "sk_live_" + strings.Repeat("a1", 12),
	"AIza" + strings.Repeat("a1B", 12), "npm_" + strings.Repeat("a1", 18), "hf_" + strings.Repeat("a1", 17), "pypi-" + strings.Repeat("a1", 20),
	"eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "dBjftJeZ4CVP_mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
}

// worded are tokens whose tail reads like words, behind a prefix that no word has.
var worded = []string{"ghp_" + "correcthorsebatterystaple", "glpat-" + "horse-battery-staple", "xoxb-" + "horse-battery", "sk_live_" + "horsebattery", "shpat_" + "correcthorsebatterystaple"}

// prefixes are the published prefixes of tokens, each with the length of what follows it.
var prefixes = map[string]int{
	"sk-proj-": 48, "sk-or-v1-": 64, "sk-svcacct-": 60, "xoxp-123456789012-123456789012-": 24, "xoxe.xoxp-1-": 100, "xapp-1-A0-123-": 64, "glpat-": 20, "glrt-": 20,
	"gho_": 36, "ghs_": 36, "ghr_": 36, "hvs.": 90, "hvb.": 90, "shpat_": 32, "shpss_": 32, "SG.": 66,
	"sq0atp-": 22, "sq0csp-": 43, "EAAA": 60, "key-": 32, "npm_": 36, "dckr_pat_": 27, "dckr_oat_": 32, "lin_oauth_": 40,
	"secret_": 43, "figd_": 40, "PMAK-": 59, "NRAK-": 27, "NRII-": 32, "pscale_tkn_": 43, "pscale_pw_": 43, "sbp_": 40,
	"sb_secret_": 31, "tskey-auth-": 40, "pul-": 40, "xkeysib-": 64, "phx_": 43, "doo_v1_": 64, "dor_v1_": 64, "ATATT3xFfGF0": 180,
	"ATBB": 32, "fo1_": 43, "rnd_": 32, "nfp_": 36, "HRKU-": 36, "dapi": 32, "AVNS_": 24, "CCIPAT_": 60,
	"sgp_": 40, "sqp_": 40, "sntryu_": 64, "nvapi-": 64, "xai-": 80, "tgp_v1_": 43, "pcsk_": 60, "tvly-": 32,
	"fc-": 32, "csk-": 48, "jina_": 60, "e2b_": 40, "CFPAT-": 43, "re_": 32, "LTAI": 20, "AKCp8": 69,
	"sl.": 140, "EAAC": 180, "ya29.": 120, "GOCSPX-": 28, "ASIA": 16, "rk_live_": 24, "pk_live_": 24, "rzp_live_": 14,
	"FLWSECK_TEST-": 32, "pat-na1-": 36, "tfp_": 59, "ddp_": 36, "cio": 32, "oy2": 43, "dt0c01.": 88, "v1.0-": 171,
	"sha256~": 43, "glc_": 60, "ory_at_": 43, "api_org_": 34, "lsv2_pt_": 42, "vcp_": 56, "ops_": 250, "fm2_": 120,
	"AGE-SECRET-KEY-1": 58, "eyJhbGciOiJIUzI1NiJ9.eyJ": 60, "SK": 32, "xwfp-": 40, "gsk_": 52, "bkua_": 40, "rdme_": 70, "duffel_live_": 43,
	"shippo_live_": 40, "ATTA": 64,
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
	`curl -b cookies.txt -c cookies.txt https://example.com`,
	`git config --global credential.helper '!gh auth git-credential'`,
	`git config user.name "A Token"`,
	`npm config set registry https://registry.npmjs.org/`,
	`aws configure set region eu-central-1 --profile token`,
	`ansible-playbook -i hosts --private-key ~/.ssh/id_ed25519 site.yml`,
	`openssl req -new -key server.key -out server.csr`,
	`docker build --secret id=npmrc,src=.npmrc .`,
	`kubectl create secret generic app --from-file=./config.json`,
	`jq -r .token <<< "$response"`,
	`grep -c main.go <<< "src/main.go"`,
	`psql -c "select id, password from users where name = 'bob'"`,
	`grep -rn password 'src/login.go'`,
	`--- PASS: TestE2E_RewindToCheckpoint (30.06s)`,
	"addsUp  Time elapsed: 0.01 s  <<< ERROR!\x1b[m",
	`{"pass": 12, "fail": 3, "key": "a"}`,
	`--- FAIL: Test_hf_transfer_enabled_by_default_v2 (0.00s)`,
	`tests/test_re_exports_of_public_names.py::test_sk_learn_pipeline_of_steps PASSED`,
	`git show 3f786850e387550fdab836ed7e6dc881de23001b --stat`,
	`tmp_report_of_2026_11_30_b3 ctx_withTimeoutAndRetryOfAllCalls2 md_9f86d081884c7d659a2feaa0c55ad015 file_aB3dE5fG7hJ9kL1mN3pQ5r src/tst_a1B2c3D4e5F6g7H8i9J0k1.go`,
	`sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08`,
	`CACHE_KEY=9f86d081884c7d659a2feaa0c55ad015 make`,
	`DATABASE_URL=postgres://${POSTGRES_USER:-app}:${POSTGRES_PASSWORD:-app}@db/app`,
	`Using postgresql://postgres.shop:[YOUR-PASSWORD]@pooler.example.net:6543/postgres`,
	`Context: []byte("DB_PASSWORD=" + highEntropySecret),`,
	`headers = {'Authorization': f'Bearer {token}'}`,
	`Bearer authentication is required; see /docs/authorization: tokens`,
	`export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`[:19] + `$TOKEN`,
	`git clone https://github.com/o/glpat-your-token-here-please`,
	`export GITLAB_KEY=glpat-xxxxxxxxxxxxxxxxxxxx`,
	`pk_test_factory_for_tables and xapp-symbolic-icons`,
	`src/components/sk-loading-spinner-container/index.tsx`,
	`FAIL src/pages/login.test.ts > auth > resets pass: after two attempts`,
}

func TestHideReplacesSecretsAndNothingElse(t *testing.T) {
	var f Finder
	file, err := os.ReadFile("testdata/secrets.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(strings.Split(strings.TrimSpace(string(file)), "\n"), hidden...) {
		text = strings.ReplaceAll(text, "PLANTED", planted)
		got := f.Redact(text)
		if strings.Contains(got, "S3cr3t") || !strings.Contains(got, Placeholder) {
			t.Errorf("%s\n  became %s", text, got)
		}
		if again := f.Redact(got); again != got {
			t.Errorf("%s\n  is not stable: %s", got, again)
		}
	}
	for prefix, n := range prefixes {
		tokens = append(tokens, prefix+randomTail(n))
	}
	for _, prefix := range []string{"zzqk_", "bh_", "tknsrv_"} { // published by nobody, and nobody's words
		tokens = append(tokens, prefix+randomTail(20), prefix+randomTail(40))
	}
	for _, token := range slices.Concat(tokens, worded) {
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

// randomTail returns n letters and digits that look random and are the same at each run.
func randomTail(n int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	random := rand.New(rand.NewPCG(uint64(n), 1))
	tail := make([]byte, n)
	for i := range tail {
		tail[i] = letters[random.IntN(len(letters))]
	}
	return string(tail)
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
