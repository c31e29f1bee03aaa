// Runs an unmodified client against the simulator: node --import tsx .ci/clients.ts zulip-js|zulip|zulip-term|go-zulip
// It is fetched into a folder of the system's for such things first, by npm, pip or go, and finds the server on port 9991, where its own
// examples and tests look for one. Prints each command with what came of it, and what the client asked for that is not simulated.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator } from "../sim/index.ts";

/** A command of a client, and a text in its output without which it failed. */
interface Step {
  readonly run: readonly string[];
  readonly says: RegExp;
}

interface Client {
  /** What fetches it, one command after another. */
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

/** A module comes with its tests, in a folder that nothing may write to. */
const fetchGo = `set -e
[ -e go.mod ] || go mod init unmodified
go get github.com/tum-zulip/go-zulip@latest
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
  "zulip-term": {
    install: inVenv("wheel", "zulip-term==0.7.0"),
    steps: [{ run: [py, "-c", inTerminal], says: /Who invites .*:thumbs_up: You/s }],
    level: 483,
  },
  "go-zulip": {
    install: [["sh", "-c", fetchGo]],
    steps: [{ run: ["go", "-C", "source", "test", "-p", "1", "./..."], says: /^ok /m }],
  },
};

const name = process.argv[2] ?? "";
const client = clients[name];
if (!client) {
  console.error(`which client? ${Object.keys(clients).join(", ")}`);
  process.exit(2);
}

const folder = join(tmpdir(), "touchstone-clients", name);
mkdirSync(folder, { recursive: true });
for (const [command = "", ...args] of client.install) {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: "inherit" });
  if (status === 0) continue;
  console.error(`${name} could not be fetched: ${command} ${args.join(" ")}`);
  process.exit(3);
}

const sim = createSimulator({
  realm: "zulip-dev",
  brand: "zulip",
  rulings: "observed",
  now: Date.now(),
  ...(client.level && { level: client.level }),
});
const server = await listen(sim, { port: 9991, clock: "real" });
const { desdemona } = sim.cast;
if (!desdemona) throw new Error("the realm zulip-dev has no desdemona");
const { email, api_key } = desdemona;
writeFileSync(join(folder, "zuliprc"), `[api]\nemail=${email}\nkey=${api_key}\nsite=${server.url}\n`, { mode: 0o600 });
const env = {
  ...process.env,
  ZULIP_REALM: server.url,
  ZULIP_USERNAME: email,
  ZULIP_API_KEY: api_key,
  ZULIP_PASSWORD: "desdemona-password",
};

/** Runs a command, whose server is this process, and gives what it printed. */
function outputOf([command = "", ...args]: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env, timeout: 15 * 60_000 });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += String(chunk)));
    child.on("error", reject);
    child.on("close", () => resolve(stripVTControlCharacters(text)));
  });
}

let failed = 0;
for (const { run, says } of client.steps) {
  const text = await outputOf(run);
  const isGood = says.test(text);
  if (!isGood) failed++;
  console.log(`${isGood ? "good" : "BAD "}  ${run.filter((word) => word.length < 60).join(" ")}`);
  if (!isGood || name === "go-zulip") console.log(text);
}
await server.close();
for (const [route, count] of sim.journal.missing) console.log(`not simulated: ${count} ${route}`);
console.log(`${client.steps.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
