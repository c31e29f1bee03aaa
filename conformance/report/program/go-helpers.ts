/** The functions of a program in Go that ask, and that look at answers. */
export const helpers = `
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

func call(actor, method, path string, fields url.Values, body string) map[string]any {
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
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	} else if method != "GET" {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if actor != "" {
		user, key, _ := strings.Cut(os.Getenv(actor), ":")
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

// at returns the value at a place of an answer, and whether there is one.
func at(value any, place []any) (any, bool) {
	if len(place) == 0 {
		return value, true
	}
	list, isList := value.([]any)
	switch key := place[0].(type) {
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
	case "be a":
		holds = isThere && typeOf(value) == wanted
	case "be absent":
		holds = !isThere
	}
	if !holds {
		failed = true
		fmt.Println(place, "must", must, wanted+"; it is", value)
	}
}
`;
