package packs_test

import (
	"encoding/pem"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/cmd/witness/scripttest"
)

func TestMain(m *testing.M) { scripttest.Main(m) }

func TestScripts(t *testing.T) {
	scripttest.Run(t, map[string]func(*testscript.TestScript, bool, []string){"git-https": gitHTTPS})
}

// gitHTTPS serves the repositories of a folder over https, on this machine alone, until the script ends: git-https FOLDER. The
// variable ADDRESS is its address, and the file ca.pem its certificate, which Git trusts if GIT_SSL_CAINFO names it.
func gitHTTPS(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: git-https FOLDER")
	}
	programs, err := exec.Command("git", "--exec-path").Output()
	ts.Check(err)
	server := httptest.NewTLSServer(&cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(programs)), "git-http-backend"),
		Env:  []string{"GIT_PROJECT_ROOT=" + ts.MkAbs(args[0]), "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_NOSYSTEM=1", "HOME=" + ts.Getenv("HOME")},
	})
	ts.Defer(server.Close)
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	ts.Check(os.WriteFile(ts.MkAbs("ca.pem"), certificate, 0o600))
	ts.Setenv("ADDRESS", server.URL)
}
