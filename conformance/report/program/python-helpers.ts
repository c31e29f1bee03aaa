/** The functions of a program in Python that ask, and that look at answers. */
export const helpers = `

def give_up(problem):
    print(problem, file=sys.stderr)
    sys.exit(3)


def call(actor, method, path, fields=None, body=None):
    auth = tuple(os.environ[actor].split(":", 1)) if actor else None
    given = {"params" if method == "GET" else "data": fields or {}}
    if body is not None:
        given = {"data": body.encode(), "headers": {"Content-Type": "application/json"}}
    try:
        response = requests.request(method, url + path, auth=auth, timeout=60, **given)
    except requests.RequestException as problem:
        give_up(problem)
    try:
        return {"status": response.status_code, **response.json()}
    except ValueError:
        return {"status": response.status_code}


missing = object()


def at(value, place):
    for i, key in enumerate(place):
        if key == "*":
            return [at(item, place[i + 1 :]) for item in value] if isinstance(value, list) else missing
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return missing
    return value


def take(answer, place):
    value = at(answer, place)
    if value is missing:
        give_up(f"an answer has no {place}: {answer}")
    return value


def same(a, b):
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


types = {dict: "object", list: "array", str: "string", bool: "boolean", int: "number", float: "number", type(None): "null"}
failed = False


def check(answer, place, must, wanted=None):
    global failed
    value = at(answer, place)
    holds = {
        "be": lambda: value is not missing and same(value, json.loads(wanted)),
        "not be": lambda: value is missing or not same(value, json.loads(wanted)),
        "be a": lambda: types.get(type(value)) == wanted,
        "be absent": lambda: value is missing,
    }
    if not holds[must]():
        failed = True
        print(f"{place} must {must} {wanted or ''}; it is {'nothing' if value is missing else json.dumps(value)}")

`;
