import type { Overview } from "../control/overview.ts";
import { ask, here, tell } from "./ask.ts";
import { type Member, showCast } from "./cast.ts";
import { showClock, showSnapshots, wireClock, wireStates } from "./clock.ts";
import { the, wireTabs } from "./dom.ts";
import { showFaults, wireFaults } from "./faults.ts";
import { showJournal, wireJournal } from "./journal.ts";
import { showJudge } from "./judge.ts";
import { showPlaces } from "./places.ts";
import { showQueues } from "./queues.ts";
import { wireSend } from "./send.ts";

interface About {
  readonly realm: string;
  readonly level: number;
  readonly brand: string;
  readonly seed: number;
  readonly cast: Readonly<Record<string, Member>>;
}

const retryMillis = 1000;
/** The time within which things that come in quick succession are shown together. */
const settleMillis = 100;

async function show(): Promise<number> {
  const [now, about] = await Promise.all([ask<Overview>("GET /overview"), ask<About>("GET /realm")]);
  the("realm").textContent = `${about.realm}, level ${about.level}, ${about.brand}, seed ${about.seed}`;
  showClock(now.clock);
  await showJournal(now.journal, now.clock.now);
  showQueues(now);
  showSnapshots(now.snapshots);
  showFaults(now.faults);
  showJudge(now.judge);
  showCast(about.cast);
  await showPlaces();
  return now.version;
}

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

/** Shows each change when it comes, for as long as the page is open. */
async function follow(): Promise<never> {
  let isLost = false;
  for (;;) {
    try {
      const version = await show();
      if (isLost) tell("The simulator is back.");
      isLost = false;
      await ask(`GET /changes/${version}`);
      await pause(settleMillis);
    } catch {
      isLost = true;
      tell("The simulator does not answer. Trying again …", true);
      await pause(retryMillis);
    }
  }
}

the<HTMLAnchorElement>("coverage-link").href = `${here}/coverage.html`;
wireTabs();
wireClock();
wireJournal();
wireStates();
wireFaults();
wireSend();
void follow();
