package cli

import (
	"os"
	"testing"

	"witness/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Run(m)) }
