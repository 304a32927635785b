package agent

import (
	"encoding/json"
	"maps"
	"reflect"
	"testing"
)

func TestStringMembers(t *testing.T) {
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
		if got := stringMembers([]byte(test.object), "a", "b"); !maps.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.object, got, test.want)
		}
	}
}

// FuzzEachMember checks that eachMember finds the members that encoding/json finds, and does not
// panic on invalid JSON.
func FuzzEachMember(f *testing.F) {
	for _, object := range []string{
		`{"a":"1","b":{"c":[1,{"d":"}"}],"e":null},"f":true}`, ` { "a" : -1.5e3 , "\u0062" : "\"\\\\" } `, `{"a":"\\","a":[]}`, `{}`, `[{"a":1}]`, `{"a" 1}`, `{"a":1,}`, `{"a":"`, `{"a":]}`,
	} {
		f.Add([]byte(object))
	}
	f.Fuzz(func(t *testing.T, object []byte) {
		got := map[string]json.RawMessage{}
		eachMember(object, func(name string, value []byte) bool {
			got[name] = value
			return true
		})
		var want map[string]json.RawMessage
		if json.Unmarshal(object, &want) != nil {
			return
		}
		if len(want) > 0 && !reflect.DeepEqual(got, want) || len(got) != len(want) {
			t.Errorf("%s: %s, want %s", object, got, want)
		}
		for name, value := range want {
			var s string
			if _ = json.Unmarshal(value, &s); stringValue(value) != s {
				t.Errorf("%s: %s is %q, want %q", object, name, stringValue(value), s)
			}
		}
	})
}
