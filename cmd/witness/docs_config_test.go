package main

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"witness"
	"witness/engine/bundle"
	"witness/engine/project"
)

// An object is a JSON object of a schema. Its keys are written in alphabetical order.
type object = map[string]any

// configSchema returns the JSON Schema (draft 7) of a configuration file, with the options of the
// embedded rules. Editors use it, for example with Taplo.
func configSchema(t *testing.T) string {
	top := object{}
	for _, k := range project.KeysIn(project.AtTop) {
		table, name, nested := strings.Cut(k.Name, ".")
		if !nested {
			top[k.Name] = valueSchema(k)
			continue
		}
		if top[table] == nil {
			top[table] = object{"type": "object", "additionalProperties": false, "properties": object{}}
		}
		top[table].(object)["properties"].(object)[name] = valueSchema(k)
	}
	rules := object{}
	for _, f := range (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: witness.Files}}}).Load(bundle.Rules) {
		if err := f.Parse(); err != nil {
			t.Fatal(err)
		}
		options := object{}
		for name, v := range f.Options {
			options[name] = object{"type": jsonType(v), "default": v, "description": f.OptionDoc(name)}
		}
		rules[f.Name] = settingSchema(options, false, f.Summary())
		for _, was := range f.Was {
			if rules[was] == nil {
				rules[was] = settingSchema(object{}, true, "The earlier name of "+f.Name+".")
			}
		}
	}
	top["rules"] = object{
		"type": "object", "properties": rules, "description": "The severity and the options of each rule.",
		"additionalProperties": settingSchema(object{}, true, "A rule of your own."),
	}
	except := keysSchema(project.InExcept)
	except["required"] = []string{"rule", "reason"}
	except["oneOf"] = []object{{"required": []string{"path"}}, {"required": []string{"command"}}}
	top["except"] = object{"type": "array", "items": except, "description": "The files and commands to which a rule does not apply."}
	text := object{"type": "string"}
	top["pack"] = object{
		"type": "object", "description": "The packs by others, which `witness rules add` writes.",
		"additionalProperties": object{"type": "object", "additionalProperties": false, "required": []string{"from", "digest"}, "properties": object{"from": text, "commit": text, "digest": text}},
	}
	return schemaText(t, object{
		"title": "witness: .witness.toml", "type": "object", "additionalProperties": false, "properties": top,
		"definitions": keysSchema(project.InSetting)["properties"], // the keys that each rule has
	})
}

// headerSchema returns the JSON Schema (draft 7) of the header keys of these kinds of files.
func headerSchema(t *testing.T, title string, kinds ...string) string {
	types := map[string]reflect.Type{}
	for field := range reflect.TypeFor[bundle.Header]().Fields() {
		types[field.Tag.Get("toml")] = field.Type
	}
	properties := object{}
	for _, k := range bundle.HeaderKeys {
		if slices.ContainsFunc(strings.Fields(k.Kinds), func(kind string) bool { return slices.Contains(kinds, kind) }) {
			properties[k.Name] = keySchema(k, types[k.Name])
		}
	}
	return schemaText(t, object{"title": title, "type": "object", "additionalProperties": false, "properties": properties})
}

// keySchema returns the schema of a key of a header, whose field has this type.
func keySchema(k bundle.Key, t reflect.Type) object {
	s := object{"description": k.Doc}
	list := object{"type": "array", "items": object{"type": "string"}}
	switch {
	case k.Name == "repeat":
		return merged(s, valueSchema(project.ConfigKey{Type: project.TypeFrequency}))
	case k.Name == "needs": // or an option of the rule
		s["type"], s["items"] = "array", object{"type": "string", "anyOf": []object{{"enum": k.Allowed}, {"pattern": "^:"}}}
	case t.Kind() == reflect.Slice:
		item := object{"type": "string"}
		if k.Allowed != nil {
			item["enum"] = k.Allowed
		}
		s["type"], s["items"] = "array", item
	case k.Name == "set": // columns of a pattern
		s["type"], s["additionalProperties"] = "object", object{"type": "object", "additionalProperties": object{"type": "string"}}
	case k.Name == "in", k.Name == "option_was":
		s["type"], s["additionalProperties"] = "object", list
	case k.Name == "options":
		s["type"], s["additionalProperties"] = "object", object{"type": []string{"string", "integer", "number", "boolean", "array"}}
	case t.Kind() == reflect.Map: // patterns or words, each one or a list
		s["type"], s["additionalProperties"] = "object", object{"anyOf": []object{{"type": "string"}, list}}
	default:
		s["type"] = map[reflect.Kind]string{reflect.String: "string", reflect.Int64: "integer", reflect.Bool: "boolean"}[t.Kind()]
		if k.Allowed != nil {
			s["enum"] = k.Allowed
		}
	}
	return s
}

// schemaText returns a schema as indented JSON.
func schemaText(t *testing.T, schema object) string {
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(schema); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// settingSchema returns the schema of a rule's setting in its three forms. With otherOptions, options
// that are not listed are valid.
func settingSchema(options object, otherOptions bool, doc string) object {
	keys := object{}
	for _, k := range project.KeysIn(project.InSetting) {
		keys[k.Name] = object{"$ref": "#/definitions/" + k.Name}
	}
	severity := keys["severity"].(object)
	table := object{"type": "object", "additionalProperties": otherOptions, "properties": merged(keys, options)}
	return object{"description": doc, "anyOf": []object{
		severity,
		table,
		{"type": "array", "items": []object{severity, table}, "minItems": 1, "maxItems": 2},
	}}
}

// keysSchema returns the schema of a table with the keys of one place.
func keysSchema(place string) object {
	properties := object{}
	for _, k := range project.KeysIn(place) {
		properties[k.Name] = valueSchema(k)
	}
	return object{"type": "object", "additionalProperties": false, "properties": properties}
}

// valueSchema returns the schema of the value of a key.
func valueSchema(k project.ConfigKey) object {
	s := object{}
	switch k.Type {
	case project.TypeString:
		s["type"], s["minLength"] = "string", 1
	case project.TypeNumber:
		s["type"], s["minimum"] = "integer", 0
	case project.TypeMilliseconds:
		s["type"], s["minimum"] = "integer", 1
	case project.TypeBool:
		s["type"] = "boolean"
	case project.TypeDate:
		s["type"], s["format"] = "string", "date" // Taplo validates a TOML date as a string
	case project.TypePatterns:
		s["type"], s["items"] = "array", object{"type": "string", "minLength": 1, "format": "regex"}
	case project.TypePacks:
		s["type"], s["items"] = "array", object{"type": "string", "pattern": "^!?[a-z][a-z0-9_]*$"}
	case project.TypeGlobs:
		s["type"], s["items"] = "array", object{"type": "string", "minLength": 1}
	case project.TypeAge:
		s["type"], s["pattern"] = "string", "^(([0-9]+(w|d|h|m|s))+|off)$"
	case project.TypeSize:
		s["type"], s["pattern"] = "string", "^([1-9][0-9]* ?(kB|MB|GB)|off)$"
	case project.TypeURLs:
		text := object{"type": "string", "pattern": "^https?://[^@]+$"}
		s["anyOf"] = []object{text, {"type": "array", "minItems": 1, "items": text}}
	case project.TypeShares:
		kind := object{"enum": project.Shares}
		s["anyOf"] = []object{kind, {"type": "array", "minItems": 1, "items": kind}}
	case project.TypePolicy:
		s["type"], s["pattern"] = "string", "^((git[+])?(https?|file|ssh)://|[^/:]+@[^/:]+:)[^#]+(#((sha256=[0-9a-fA-F]{64}|subdirectory=[^&]+)&?)+)?$"
	case project.TypeInterval:
		s["type"], s["pattern"] = "string", "^([0-9.]+(ms|s|m|h))+$"
	case project.TypeFrequency:
		s["anyOf"] = []object{{"enum": []string{"always", "once", "doubled"}}, {"type": "integer", "minimum": 1}}
	}
	if k.Allowed != nil {
		s = object{"enum": k.Allowed}
	}
	if k.Doc != "" {
		s["description"] = k.Doc
	}
	if k.Default != nil {
		s["default"] = k.Default
	}
	return s
}

// jsonType returns the JSON Schema type of a value.
func jsonType(v any) string {
	switch v.(type) {
	case int64:
		return "integer"
	case float64:
		return "number"
	case []any:
		return "array"
	case bool:
		return "boolean"
	default:
		return "string"
	}
}

// merged returns the keys of both objects. Those of b replace those of a.
func merged(a, b object) object {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}
