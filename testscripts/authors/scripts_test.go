package authors_test

import (
	"testing"

	"witness/cmd/witness/scripttest"
)

func TestMain(m *testing.M) { scripttest.Main(m) }

func TestScripts(t *testing.T) { scripttest.Run(t) }
