// Runs unmodified clients against the simulator: npm run clients -- [client…]. Each is fetched into a folder of the system's for such things
// first, by npm, pip or go, and finds the server on port 9991, where its own examples and tests look for one. Prints each command with what
// came of it, and what the client asked for that is not simulated.
// npm run clients -- --suite <name> -- <command…> does so with a suite that is here already: the command runs in the current folder, beside
// the zuliprc that is written there, and what it prints (or the JUnit XML under --junit <folder>) is held against fixtures/clients/suites.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { Command } from "commander";
import { deviations, outcomesIn, type Suite } from "../conformance/workshop/clients/results.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator, isRouteOfServers, type SimulatorOptions } from "../sim/index.ts";

/** A command of a client, and a text in its output without which it failed. */
interface Step {
  readonly run: readonly string[];
  readonly says: RegExp;
  /** The file of fixtures/clients/suites with the outcomes that it prints. */
  readonly suite?: string;
}

interface Client {
  /** Commands that fetch it, run one after another. */
  readonly install: readonly (readonly string[])[];
  readonly steps: readonly Step[];
  /** The newest level of servers that it knows, where that is not the newest of all. */
  readonly level?: number;
}

const python = process.env.PYTHON ?? "python3";
const py = join("venv", "bin", "python");
const inVenv = (...packages: string[]) => [
  [python, "-m", "venv", "venv"],
  [py, "-m", "pip", "install", "--quiet", ...packages],
];

const jsExample = (name: string, says: RegExp): Step => ({ run: ["node", `node_modules/zulip-js/examples/${name}.js`], says });
const examples =
  "import runpy, sys, zulip, os; sys.argv = sys.argv[1:]; name = sys.argv[0]; " +
  "runpy.run_path(os.path.join(os.path.dirname(zulip.__file__), 'examples', name), run_name='__main__')";
const pyExample = (name: string, ...args: string[]): Step => ({
  run: [py, "-c", examples, name, "--config-file", "zuliprc", ...args],
  says: /'result': 'success'|File URI: |iago@/,
});

/** One command of a client for the command line, with what names its settings first. */
const cli = (program: string, option: string, file: string, says: RegExp, ...args: string[]): Step => ({
  run: [join("venv", "bin", program), option, file, ...args],
  says,
});

/** Opens the client in a terminal of its own, waits, presses keys, and prints what it drew. */
const inTerminal = `
import os, pty, select, signal, struct, fcntl, sys, termios, time
pid, fd = pty.fork()
if pid == 0:
    os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
    os.execv("venv/bin/zulip-term", ["zulip-term", "-c", "zuliprc", "--no-notify"])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 150, 0, 0))
for keys, seconds in (b"", 12), (b"\\x1b[C", 2), (b"\\x1b[B", 2), (b"+", 3), (b"\\x1b[A", 2):
    os.write(fd, keys)
    end = time.time() + seconds
    while time.time() < end:
        if select.select([fd], [], [], 0.2)[0]:
            sys.stdout.buffer.write(os.read(fd, 65536))
os.kill(pid, signal.SIGKILL)
`;

/** Starts a bot that greets, writes to it as somebody else until it answers, and prints the answer. */
const askBot = `
import os, subprocess, sys, time, zulip
bot = subprocess.Popen([os.path.join(os.path.dirname(sys.executable), "zulip-run-bot"), "helloworld", "--config-file", "zuliprc"])
client = zulip.Client(config_file="zuliprc")
me = client.get_profile()
key = client.call_endpoint("dev_fetch_api_key", "POST", {"username": "iago@zulip.com"})["api_key"]
iago = zulip.Client(email="iago@zulip.com", api_key=key, site=client.base_url.replace("/api/", ""))
end = time.time() + 40
while time.time() < end:
    time.sleep(4)
    iago.send_message({"type": "private", "to": [me["user_id"]], "content": "hello"})
    time.sleep(2)
    found = iago.get_messages({"anchor": "newest", "num_before": 1, "num_after": 0, "narrow": [["is", "dm"]]})["messages"]
    if found[-1]["sender_email"] == me["email"]:
        print("answered:", found[-1]["content"])
        break
bot.terminate()
`;

/** Fetches a channel, in which perceval wants three messages at least: a page that is as long as asked for does not say that it is the last. */
const fetchAll = `
for content in Soup Stew; do
  curl -sf -u "$ZULIP_EMAIL:$ZULIP_API_KEY" "$ZULIP_SITE/api/v1/messages" -d type=stream -d to=Verona -d topic=lunch -d content=$content
done
exec venv/bin/perceval zulip -e "$ZULIP_EMAIL" -t "$ZULIP_API_KEY" "$ZULIP_SITE" Verona`;

/** Starts a server of tools for language models, asks for what each of its tools does at the server of messages, and counts what came of it. */
const askTools = `
import asyncio, os, time
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

arguments = ["--zulip-config-file", "zuliprc", "--extended-tools", "--unsafe"]
transport = StdioTransport("venv/bin/zulipchat-mcp", arguments, env={**os.environ, "ZULIPCHAT_DB_PATH": f"{time.time()}.duckdb"})
answered = []

async def session():
    async with Client(transport) as client:
        async def ask(tool, **fields):
            try:
                answer = (await client.call_tool(tool, fields)).data
            except Exception as error:
                answer = {"status": f"raised {error}"}
            answered.append(answer.get("status") == "success")
            if not answered[-1]:
                print(tool, fields, answer)
            return answer

        lunch = {"type": "stream", "to": "Verona", "topic": "lunch"}
        iago = (await ask("get_user", email="iago@zulip.com"))["user"]["user_id"]
        await ask("resolve_user", name="Iago")
        for tool in ("server_info", "get_own_user", "get_users", "get_streams", "get_presence", "get_user_groups", "get_drafts", "get_scheduled_messages"):
            await ask(tool)
        verona = (await ask("get_stream_info", stream_name="Verona", include_topics=True, include_subscribers=True))["stream_id"]
        await ask("get_stream_topics", stream_id=verona)
        await ask("get_user", user_id=iago, include_custom_profile_fields=True)
        await ask("update_status", status_text="at lunch", emoji_name="pizza")
        await ask("get_user_status", user_id=iago)
        await ask("get_user_presence", user_id_or_email=iago)
        group = (await ask("get_user_groups"))["user_groups"][0]["id"]
        await ask("get_user_group_members", user_group_id=group)
        await ask("is_user_group_member", user_group_id=group, user_id=iago)
        for action in ("mute", "unmute"):
            await ask("manage_user_mute", muted_user_id=iago, action=action)
        queue = await ask("register_events", event_types=["message", "reaction"])
        soup = (await ask("send_message", content="Soup with [bread](https://example.com/bread)", **lunch))["message_id"]
        await ask("send_message", type="private", to=["iago@zulip.com"], content="Are you hungry?")
        await ask("edit_message", message_id=soup, content="Stew with [bread](https://example.com/bread)")
        await ask("edit_message", message_id=soup, topic="dinner", propagate_mode="change_all")
        await ask("get_message", message_id=soup, fresh=True)
        await ask("add_reaction", message_id=soup, emoji_name="rocket")
        await ask("toggle_reaction", message_id=soup, emoji_name="rocket", action="remove")
        await ask("cross_post_message", source_message_id=soup, target_streams=["Denmark"], target_topic="lunch")
        await ask("search_messages", stream="Verona", topic="dinner", has_link=True, fresh=True)
        await ask("search_messages", query="stew", sender="desdemona@zulip.com", last_days=1, fresh=True)
        await ask("advanced_search", query="stew")
        narrow = (await ask("construct_narrow", stream="Verona", topic="dinner"))["narrow"]
        await ask("check_messages_match_narrow", msg_ids=[soup], narrow=[{"operator": "has", "operand": "link"}])
        await ask("manage_message_flags", flag="starred", action="add", scope="narrow", narrow=narrow)
        await ask("manage_message_flags", flag="read", action="add", scope="topic", stream_id=verona, topic_name="dinner")
        await ask("update_message_flags_for_narrow", narrow=narrow, op="remove", flag="starred", anchor="newest", num_before=10)
        await ask("get_events", queue_id=queue["queue_id"], last_event_id=queue["last_event_id"], dont_block=True)
        await ask("deregister_events", queue_id=queue["queue_id"])
        await ask("listen_events", event_types=["message"], duration=1)
        draft = (await ask("create_draft", type="stream", to=verona, topic="lunch", content="Soup"))["draft_id"]
        await ask("edit_draft", draft_id=draft, type="stream", to=verona, topic="lunch", content="Stew")
        await ask("delete_draft", draft_id=draft)
        later = {"type": "channel", "to": verona, "topic": "lunch", "content": "Soup", "scheduled_delivery_timestamp": int(time.time()) + 3600}
        scheduled = (await ask("manage_scheduled_message", action="create", **later))["scheduled_message_id"]
        await ask("manage_scheduled_message", action="delete", scheduled_message_id=scheduled)
        await ask("upload_file", file_content="bread, soup", filename="list.txt", stream="Verona", topic="lunch", message="The list")
        await ask("manage_files", operation="list")
        await ask("get_daily_summary", streams=["Verona"])

asyncio.run(session())
print(sum(answered), "of", len(answered), "answers are successes")
`;

const liveSuite = `cd zulipchat_mcp-0.7.6
RUN_REAL_ZULIP_TESTS=1 ZULIP_CONFIG_FILE=../zuliprc ../venv/bin/python -m pytest -o addopts= -m integration --junitxml=results.xml tests/integration
cat results.xml`;

/** A module comes with its tests, in a folder that nothing may write to. */
const fetchGo = `set -e
[ -e go.mod ] || go mod init unmodified
go get github.com/tum-zulip/go-zulip@ddb763e389f8cce58c9552c508973e9e7a203794
[ -e source ] || cp -r --no-preserve=mode "$(go list -m -f '{{.Dir}}' github.com/tum-zulip/go-zulip)" source`;

const clients: Readonly<Record<string, Client>> = {
  "zulip-js": {
    install: [["npm", "install", "--no-audit", "--no-fund", "zulip-js@2.1.0"]],
    steps: [
      jsExample("accounts", /api_key: '\w{32}'/),
      jsExample("emojis", /emoji: \{/),
      jsExample("init", /subscriptions: \[.*subscriptions: \[/s),
      jsExample("queues", /queue_id: '[^']+',.*BAD_EVENT_QUEUE_ID/s),
      jsExample("server", /zulip_feature_level: \d+/),
      jsExample("streams", /name: 'Verona'/),
      jsExample("subscriptions", /subscribed: \{[^}]*'off topic'/),
    ],
  },
  zulip: {
    install: inVenv("zulip==0.9.1"),
    steps: [
      {
        run: ["venv/bin/zulip-send", "--config-file", "zuliprc", "--stream", "Verona", "--subject", "lunch", "--message", "Soup"],
        says: /^$/,
      },
      pyExample("get-public-streams"),
      pyExample("subscribe", "--streams", "Verona"),
      pyExample("list-users"),
      pyExample("get-raw-message", "1"),
      pyExample("upload-file", "--file-path", "zuliprc"),
      pyExample("get-user-presence", "--email", "hamlet@zulip.com"),
      pyExample(
        "create-user",
        "--new-email",
        "fay@example.com",
        "--new-password",
        "a long one",
        "--new-full-name",
        "Fay",
        "--new-short-name",
        "fay",
      ),
      pyExample("alert-words", "add", "soup"),
      pyExample("realm-emoji"),
      pyExample("unsubscribe", "--streams", "Verona"),
    ],
  },
  "zulip-bots": {
    install: inVenv("zulip==0.9.1", "zulip-bots==0.9.1"),
    steps: [{ run: [py, "-c", askBot], says: /answered: <p>beep boop<\/p>/ }],
  },
  "zulip-term": {
    install: inVenv("wheel", "zulip-term==0.7.0"),
    steps: [{ run: [py, "-c", inTerminal], says: /Who invites .*:thumbs_up: You/s }],
    level: 483,
  },
  zulipcli: {
    install: inVenv("zulipcli==0.11"),
    steps: [
      cli("zulipcli", "--zuliprc", "zuliprc", /Verona/, "streams"),
      cli("zulipcli", "--zuliprc", "zuliprc", /welcome/, "topics", "Verona"),
      cli("zulipcli", "--zuliprc", "zuliprc", /Welcome to the development/, "read", "Verona"),
      cli("zulipcli", "--zuliprc", "zuliprc", /#Verona>welcome/, "search", "organization"),
      cli("zulipcli", "--zuliprc", "zuliprc", /hamlet@zulip\.com/, "users", "list"),
      cli("zulipcli", "--zuliprc", "zuliprc", /organization/, "terms"),
    ],
  },
  "zlp-cli": {
    install: inVenv("zlp-cli==0.1.0"),
    steps: [
      cli("zlp", "--config", "zuliprc", /desdemona@zulip\.com Desdemona/, "whoami"),
      cli("zlp", "--config", "zuliprc", /Verona/, "streams"),
      cli("zlp", "--config", "zuliprc", /welcome/, "topics", "--stream", "Verona"),
      cli("zlp", "--config", "zuliprc", /ok id=\d+/, "send", "--stream", "Verona", "--topic", "lunch", "--msg", "Soup"),
      cli(
        "zlp",
        "--config",
        "zuliprc",
        /"sender_email": "desdemona/,
        "messages",
        "--stream",
        "Verona",
        "--topic",
        "lunch",
        "--format",
        "json",
      ),
      cli("zlp", "--config", "zuliprc", /Soup/, "search", "--query", "soup"),
    ],
  },
  "perceval-zulip": {
    install: inVenv("perceval-zulip==0.4.0"),
    steps: [
      {
        run: ["sh", "-c", fetchAll],
        says: /"backend_name": "Zulip".*Total items:\s*[1-9]/s,
      },
    ],
  },
  "zulipchat-mcp": {
    install: [
      ...inVenv("zulipchat-mcp==0.7.6", "pytest", "pytest-asyncio"),
      [py, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "zulipchat-mcp==0.7.6"],
      ["tar", "xzf", "zulipchat_mcp-0.7.6.tar.gz"],
    ],
    steps: [
      { run: ["sh", "-c", liveSuite], says: /<testcase/, suite: "zulipchat-mcp" },
      { run: [py, "-c", askTools], says: /\b(\d+) of \1 answers are successes/ },
    ],
  },
  "go-zulip": {
    install: [["sh", "-c", fetchGo]],
    steps: [{ run: ["go", "-C", "source", "test", "-json", "-p", "1", "./..."], says: /"Action":"pass"/, suite: "go-zulip" }],
  },
};

/** A simulator as a client finds it: a simulator on the port where its own examples and tests look for a server. */
async function serving({ realm, as, level }: Pick<Suite, "realm" | "as" | "level">, folder: string) {
  const options = { realm, brand: "zulip", rulings: "observed", now: Date.now(), ...(level && { level }) } as SimulatorOptions;
  const sim = createSimulator(options);
  const server = await listen(sim, { port: 9991, clock: "real" });
  const account = sim.cast[as];
  if (!account) throw new Error(`the realm has no ${as}`);
  const { email, api_key } = account;
  writeFileSync(join(folder, "zuliprc"), `[api]\nemail=${email}\nkey=${api_key}\nsite=${server.url}\n`, { mode: 0o600 });
  const env = {
    ...process.env,
    ZULIP_REALM: server.url,
    ZULIP_SITE: server.url,
    ZULIP_USERNAME: email,
    ZULIP_EMAIL: email,
    ZULIP_API_KEY: api_key,
    ZULIP_PASSWORD: `${as}-password`,
  };
  /** Runs a command, whose server is this process, and gives what it printed. */
  const outputOf = ([command = "", ...args]: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: folder, env, timeout: 30 * 60_000 });
      let text = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += String(chunk)));
      child.on("error", reject);
      child.on("close", () => resolve(stripVTControlCharacters(text)));
    });
  const close = async (): Promise<void> => {
    await server.close();
    for (const [route, count] of sim.journal.missing) {
      console.log(`${isRouteOfServers(route.replace("/api/v1", "")) ? "not simulated" : "no route of servers"}: ${count} ${route}`);
    }
  };
  return { outputOf, close };
}

const suiteOf = (name: string): Suite =>
  JSON.parse(readFileSync(new URL(`../fixtures/clients/suites/${name}.json`, import.meta.url), "utf8"));

/** Fetches a client and runs its steps. Gives whether all went as expected; undefined where it could not be fetched. */
async function runClient(name: string, { install, steps, level }: Client): Promise<boolean | undefined> {
  const folder = join(tmpdir(), "touchstone-clients", name);
  mkdirSync(folder, { recursive: true });
  for (const [command = "", ...args] of install) {
    if (spawnSync(command, args, { cwd: folder, stdio: "inherit" }).status === 0) continue;
    console.log(`${name} could not be fetched: ${command} ${args.join(" ").slice(0, 100)}`);
    return undefined;
  }
  const own = steps.find(({ suite }) => suite !== undefined)?.suite;
  const organization = own === undefined ? { realm: "zulip-dev", as: "desdemona", ...(level && { level }) } : suiteOf(own);
  const { outputOf, close } = await serving(organization, folder);
  let failed = 0;
  for (const { run, says, suite } of steps) {
    const text = await outputOf(run);
    const expected = suite === undefined ? undefined : suiteOf(suite);
    const wrong = expected ? deviations(expected, outcomesIn(text)) : [];
    const isGood = says.test(text) && wrong.length === 0;
    if (!isGood) failed++;
    console.log(`${isGood ? "good" : "BAD "}  ${run.filter((word) => word.length < 60).join(" ")}`);
    for (const line of wrong) console.log(line);
    if (!isGood && !expected) console.log(text);
  }
  await close();
  console.log(`${name}: ${steps.length - failed} of ${steps.length} steps as expected`);
  return failed === 0;
}

/** Runs a suite that is here already, in the folder from which npm was called. Gives whether it came to what is expected. */
async function runSuite(name: string, command: readonly string[], junit: string | undefined): Promise<boolean> {
  const folder = process.env.INIT_CWD ?? process.cwd();
  const suite = suiteOf(name);
  const { outputOf, close } = await serving(suite, folder);
  const text = await outputOf(command);
  await close();
  const reports = junit === undefined ? [] : readdirSync(join(folder, junit)).filter((file) => file.endsWith(".xml"));
  const outcomes = outcomesIn(
    junit === undefined ? text : reports.map((file) => readFileSync(join(folder, junit, file), "utf8")).join("\n"),
  );
  const wrong = deviations(suite, outcomes);
  if (outcomes.size === 0) console.log(text);
  for (const line of wrong) console.log(line);
  console.log(`${name}: ${outcomes.size} outcomes, ${wrong.length} not as expected`);
  return wrong.length === 0;
}

const options = new Command("npm run clients --")
  .argument("[clients...]", `of ${Object.keys(clients).join(", ")}; all without one. With --suite, the command to run`)
  .option("--suite <name>", "a suite of fixtures/clients/suites that is here already")
  .option("--junit <folder>", "where the command leaves JUnit XML")
  .parse();
const { suite, junit } = options.opts<{ readonly suite?: string; readonly junit?: string }>();
const results: (boolean | undefined)[] = [];
if (suite) results.push(await runSuite(suite, options.args, junit));
for (const name of suite ? [] : options.args.length > 0 ? options.args : Object.keys(clients)) {
  const client = clients[name];
  if (!client) {
    console.error(`${name} is no client; these are: ${Object.keys(clients).join(", ")}`);
    process.exit(2);
  }
  results.push(await runClient(name, client));
}
const passed = results.filter((one) => one === true).length;
console.log(`${passed} passed, ${results.filter((one) => one === false).length} failed`);
if (results.includes(false)) process.exitCode = 1;
else if (passed === 0) process.exitCode = 3;
