package rules_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/cmd/witness/scripttest"
)

func TestMain(m *testing.M) { scripttest.Main(m) }

// TestScripts runs the scripts, and compares what all rules and questions find in their stores with what they find on rqlite.
func TestScripts(t *testing.T) {
	stores := &keeper{dir: t.TempDir()}
	scripttest.RunThen(t, func(env *testscript.Env) { stores.keep(t, env) })
	t.Run("parity", func(t *testing.T) { testParity(t, stores) })
}
