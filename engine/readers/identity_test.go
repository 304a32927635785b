package readers

import "testing"

// TestSignature compares how a test failed in two runs.
func TestSignature(t *testing.T) {
	const test, file, message = "TestAdd", "cart_test.go", "got -1 at 0xc000012345 after 17ms, want 3"
	for name, other := range map[string]struct {
		test, file, message string
		same                bool
	}{
		"again":           {test, file, message, true},
		"other numbers":   {test, file, "got -7 at 0xc0000abcde after 3ms, want 3", true},
		"another folder":  {test, "pkg/cart_test.go", message, true}, // the same file, printed from elsewhere
		"another test":    {"TestSum", file, message, false},
		"another file":    {test, "sum_test.go", message, false},
		"another message": {test, file, "panic: runtime error: index out of range [3]", false},
		"no message":      {test, file, "", false},
		"joined":          {test + file, "", message, false},
	} {
		if same := Signature(test, file, message) == Signature(other.test, other.file, other.message); same != other.same {
			t.Errorf("%s: same is %v", name, same)
		}
	}
	for _, pair := range [][2]string{
		{"open /tmp/TestAdd123/001/a: no such file", "open /tmp/TestAdd77/002/b: no such file"},
		{"open /var/folders/x1/T/a: denied", "open /private/var/folders/y/T/b: denied"},
		{"commit 0a1b2c3d4e5f not found", "commit ffeeddccbbaa not found"},
		{"dial tcp 127.0.0.1:54321", "dial tcp 127.0.0.1:9"},
	} {
		if Signature("", "", pair[0]) != Signature("", "", pair[1]) {
			t.Errorf("%q and %q differ", pair[0], pair[1])
		}
	}
	if Signature("", "", "") <= 0 {
		t.Error("the signature of nothing is not above 0")
	}
}

// TestOutputSignature checks that failures without names are known by the end of their output.
func TestOutputSignature(t *testing.T) {
	long := string(make([]byte, 2*maxEnding))
	if OutputSignature("a"+long+"error 1\n") != OutputSignature("b"+long+"error 2\n\n") {
		t.Error("the beginning of a long output, a number or a line end counts")
	}
	if OutputSignature("undefined: total") == OutputSignature("undefined: sum") {
		t.Error("the end of the output does not count")
	}
}
