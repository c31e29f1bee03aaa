import type { Upload } from "../../client/target.ts";
import { type CheckedPlace, isPicked, type Program, run, type Text, variablesOf } from "./program.ts";
import { type Dialect, head, joined, linesOf, literal, neededBy, wantedBy } from "./texts.ts";

/** The functions of a program in Go that ask, and that look at answers. */
const helpers = `
func giveUp(problem any) {
	fmt.Fprintln(os.Stderr, problem)
	os.Exit(3)
}

func decoded(text []byte) any {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil {
		return nil
	}
	return value
}

// call asks as an email:key, or with a header.
func call(who, method, path string, fields url.Values, body string) map[string]any {
	where, sent := server+path, body
	if method == "GET" {
		where += "?" + fields.Encode()
	} else if body == "" {
		sent = fields.Encode()
	}
	request, err := http.NewRequest(method, where, strings.NewReader(sent))
	if err != nil {
		giveUp(err)
	}
	if strings.HasPrefix(body, "--upload") {
		request.Header.Set("Content-Type", "multipart/form-data; boundary=upload")
	} else if body != "" {
		request.Header.Set("Content-Type", "application/json")
	} else if method != "GET" {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if header, isHeader := strings.CutPrefix(who, "Authorization: "); isHeader {
		request.Header.Set("Authorization", header)
	} else if who != "" {
		user, key, _ := strings.Cut(who, ":")
		request.SetBasicAuth(user, key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		giveUp(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		giveUp(err)
	}
	answer, isObject := decoded(text).(map[string]any)
	if !isObject {
		answer = map[string]any{}
	}
	answer["status"] = json.Number(fmt.Sprint(response.StatusCode))
	return answer
}

// picks is a value in JSON that a record has at a place.
type picks struct {
	place  []any
	wanted string
}

func fits(item any, all []picks) bool {
	for _, one := range all {
		if value, _ := at(item, one.place); !reflect.DeepEqual(value, decoded([]byte(one.wanted))) {
			return false
		}
	}
	return true
}

// at returns the value at a place of an answer, and whether there is one.
func at(value any, place []any) (any, bool) {
	if len(place) == 0 {
		return value, true
	}
	list, isList := value.([]any)
	switch key := place[0].(type) {
	case []picks:
		for _, item := range list {
			if fits(item, key) {
				return at(item, place[1:])
			}
		}
		return nil, false
	case int:
		if key < 0 {
			key += len(list)
		}
		if key < 0 || key >= len(list) {
			return nil, false
		}
		return at(list[key], place[1:])
	case string:
		if key == "*" {
			all := []any{}
			for _, item := range list {
				inner, _ := at(item, place[1:])
				all = append(all, inner)
			}
			return all, isList
		}
		object, _ := value.(map[string]any)
		inner, isThere := object[key]
		if !isThere {
			return nil, false
		}
		return at(inner, place[1:])
	}
	return nil, false
}

func take(answer map[string]any, place []any) string {
	value, isThere := at(answer, place)
	if !isThere {
		giveUp(fmt.Sprint("an answer has no ", place, ": ", answer))
	}
	return fmt.Sprint(value)
}

func typeOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

func check(answer map[string]any, place []any, must, wanted string) {
	value, isThere := at(answer, place)
	holds := false
	switch must {
	case "be":
		holds = isThere && reflect.DeepEqual(value, decoded([]byte(wanted)))
	case "not be":
		holds = !isThere || !reflect.DeepEqual(value, decoded([]byte(wanted)))
	case "be of the type":
		holds = isThere && typeOf(value) == wanted
	case "be absent":
		holds = !isThere
	}
	if !holds {
		failed = true
		fmt.Println(place, "must", strings.TrimSpace(must+" "+wanted)+"; it is", value)
	}
}
`;

const expression = (text: Text): string => joined(text, (name) => (name.endsWith("_PASSWORD") ? `os.Getenv(${literal(name)})` : name));
function keyOf(key: CheckedPlace[number]): string {
  if (typeof key !== "object") return typeof key === "number" ? String(key) : literal(key);
  if (!isPicked(key)) return key.variable;
  return `[]picks{${key.where.map(([place, value]) => `{${placed(place)}, ${expression(value)}}`).join(", ")}}`;
}

const placed = (place: CheckedPlace): string => `[]any{${place.map(keyOf).join(", ")}}`;

const formOf = ({ name, type, content }: Upload): string =>
  `--upload\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--upload--\r\n`;

const dialect: Dialect = {
  sign: "//",
  text: expression,
  nobody: '""',
  environment: (name) => `os.Getenv(${literal(name)})`,
  newRun: `${run} := fmt.Sprintf("%06x", time.Now().Unix()%0x1000000)`,
  wait: (millis) => `time.Sleep(${millis} * time.Millisecond)`,
  ask({ method, path, fields, file, body }, who, answer) {
    const given = fields.map(([field, value]) => `${literal(field)}: {${expression(value)}}`).join(", ");
    const sent = file ? literal(formOf(file)) : body ? expression(body) : '""';
    const kept = answer === undefined ? "" : `${answer} := `;
    return `${kept}call(${who}, ${literal(method)}, ${expression(path)}, url.Values{${given}}, ${sent})`;
  },
  take: ({ variable, place }, answer) => `${variable} := take(${answer}, ${placed(place)})`,
  check: (check) => `check(answer, ${placed(check.place)}, ${literal(check.must)}, ${wantedBy(check, expression) ?? '""'})`,
};

const mainLines = (program: Program): string[] => [
  'if given := os.Getenv("TOUCHSTONE_URL"); given != "" {',
  "\tserver = given",
  "}",
  "if len(os.Args) > 1 {",
  "\tserver = os.Args[1]",
  "}",
  `for _, name := range []string{${neededBy(program).map(literal).join(", ")}} {`,
  '\tif os.Getenv(name) == "" {',
  '\t\tgiveUp(name + " is not set")',
  "\t}",
  "}",
  ...linesOf(program, dialect),
  "if failed {",
  "\tos.Exit(1)",
  "}",
];

/** A program for Go, of one file and its standard library. */
export function goProgram(program: Program): string {
  const { url } = program;
  const hasTime = variablesOf(program).has(run) || program.calls.some(({ kind }) => kind === "wait");
  const packages = ["bytes", "encoding/json", "fmt", "io", "net/http", "net/url", "os", "reflect", "strings", ...(hasTime ? ["time"] : [])];
  return [
    ...head("//", program, "go run this_file.go"),
    "package main",
    "",
    "import (",
    ...packages.map((name) => `\t${literal(name)}`),
    ")",
    "",
    `var server = ${literal(url)}`,
    "var failed = false",
    helpers,
    "func main() {",
    ...mainLines(program).map((line) => `\t${line}`),
    "}",
    "",
  ].join("\n");
}
