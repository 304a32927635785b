package agent

import (
	"maps"
	"testing"
)

func TestMembers(t *testing.T) {
	for _, test := range []struct {
		object string
		want   map[string]string
	}{
		{`{"a":"1","b":"2","c":"3"}`, map[string]string{"a": "1", "b": "2"}},
		{`{"x":{"a":"no","b":["no"]},"b":"2"}`, map[string]string{"b": "2"}},
		{`{"a":null,"b":7}`, map[string]string{"a": "", "b": ""}},
		{`{"a":"1","b":"2", what stands behind is not read`, map[string]string{"a": "1", "b": "2"}},
		{`{"a":"1",`, map[string]string{"a": "1"}},
		{`["a","1"]`, nil},
		{``, nil},
	} {
		if got := members([]byte(test.object), "a", "b"); !maps.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.object, got, test.want)
		}
	}
}
