package check

import (
	"encoding/json"
	"io"
	"io/fs"
	"reflect"
	"strings"

	"witness/engine/bundle"
	"witness/engine/project"
)

// An object is one JSON object of a schema; its keys are written in the order of the alphabet.
type object = map[string]any

// ConfigSchema writes the JSON Schema (draft 7) of a configuration file: what is checked by
// witness itself, and the options of its own rules by name. Editors read it, such as those
// with Taplo.
func ConfigSchema(out io.Writer, assets fs.FS) error {
	top := object{}
	for _, k := range project.ConfigKeys {
		if k.In != project.AtTop {
			continue
		}
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
	for _, f := range (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: assets}}}).Load(bundle.Rules) {
		if err := f.Parse(); err != nil {
			return err
		}
		options := object{}
		for name, v := range f.Options {
			options[name] = object{"type": jsonType(v), "default": v, "description": f.OptionDoc(name)}
		}
		rules[f.Name] = settingSchema(options, false, f.Summary())
	}
	top["rules"] = object{
		"type": "object", "properties": rules, "description": "What becomes of each rule.",
		"additionalProperties": settingSchema(object{}, true, "A rule of your own."),
	}
	except := keysSchema(project.InExcept)
	except["required"] = []string{"rule", "reason"}
	except["oneOf"] = []object{{"required": []string{"path"}}, {"required": []string{"command"}}}
	top["except"] = object{"type": "array", "items": except, "description": "What single rules do not object to."}
	return writeSchema(out, object{
		"title": "witness: .witness.toml", "type": "object", "additionalProperties": false, "properties": top,
	})
}

// HeaderSchema writes the JSON Schema (draft 7) of the TOML header of the files in rules.d,
// facts.d and queries.d.
func HeaderSchema(out io.Writer) error {
	types := map[string]reflect.Type{}
	for field := range reflect.TypeFor[bundle.Header]().Fields() {
		types[field.Tag.Get("toml")] = field.Type
	}
	properties := object{}
	for _, k := range bundle.HeaderKeys {
		s := object{"description": k.Doc + " In " + strings.ReplaceAll(k.Kinds, " ", ".d and ") + ".d."}
		switch t := types[k.Name]; {
		case k.Name == "repeat":
			s = merged(s, valueSchema(project.ConfigKey{Type: project.AFrequency}))
		case t.Kind() == reflect.Slice:
			item := object{"type": "string"}
			if k.Allowed != nil {
				item["enum"] = k.Allowed
			}
			s["type"], s["items"] = "array", item
		case t.Kind() == reflect.Map:
			s["type"], s["additionalProperties"] = "object", object{"type": []string{"string", "integer", "number", "boolean"}}
		default:
			s["type"] = map[reflect.Kind]string{reflect.String: "string", reflect.Int64: "integer", reflect.Bool: "boolean"}[t.Kind()]
			if k.Allowed != nil {
				s["enum"] = k.Allowed
			}
		}
		properties[k.Name] = s
	}
	return writeSchema(out, object{
		"title": "witness: the header of a rule, a reader or a question", "type": "object", "additionalProperties": false, "properties": properties,
	})
}

func writeSchema(out io.Writer, schema object) error {
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(schema)
}

// settingSchema describes the three spellings of what is said of a rule.
func settingSchema(options object, more bool, doc string) object {
	severity, _ := project.FindKey(project.InSetting, "severity")
	table := keysSchema(project.InSetting)
	table["properties"] = merged(table["properties"].(object), options)
	table["additionalProperties"] = more
	return object{"description": doc, "anyOf": []object{
		valueSchema(severity),
		table,
		{"type": "array", "items": []object{valueSchema(severity), table}, "minItems": 1, "maxItems": 2},
	}}
}

// keysSchema describes a table with the keys of one place.
func keysSchema(in string) object {
	properties := object{}
	for _, k := range project.ConfigKeys {
		if k.In == in {
			properties[k.Name] = valueSchema(k)
		}
	}
	return object{"type": "object", "additionalProperties": false, "properties": properties}
}

// valueSchema describes the values of one key.
func valueSchema(k project.ConfigKey) object {
	s := object{}
	switch k.Type {
	case project.AText:
		s["type"], s["minLength"] = "string", 1
	case project.ANumber:
		s["type"], s["minimum"] = "integer", 0
	case project.ALimit:
		s["type"], s["minimum"] = "integer", 1
	case project.AFlag:
		s["type"] = "boolean"
	case project.ADate:
		s["type"], s["format"] = "string", "date" // how Taplo hands on a date of TOML
	case project.APatterns:
		s["type"], s["items"] = "array", object{"type": "string", "minLength": 1, "format": "regex"}
	case project.AFrequency:
		s["anyOf"] = []object{{"enum": []string{"always", "once"}}, {"type": "integer", "minimum": 1}}
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

func jsonType(v any) string {
	switch v.(type) {
	case int64:
		return "integer"
	case float64:
		return "number"
	case bool:
		return "boolean"
	default:
		return "string"
	}
}

func merged(a, b object) object {
	all := object{}
	for _, m := range []object{a, b} {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}
