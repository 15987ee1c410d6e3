// A runner whose work a page in a browser does (PROTOCOL.md):
//
//     node driver.js PRODUCT VERSION PROGRAM RULES BUNDLE VERB key=value …
//
// It starts the browser with a profile of its own, serves the page and the bundled runner, writes the replies that come
// from there, and ends the browser.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argumentsOf, settingsOf } from "./programs.js";
import { serve } from "./server.js";

const [PRODUCT, VERSION, PROGRAM, RULES, BUNDLE, ...WORDS] = process.argv.slice(2);
const OUTPUT = 1;
const CRASHED = 1;
const OPENING_MS = 60_000;
const LAST_WORDS = 2000;
const SECRET_BYTES = 16;
// Chromium makes a folder with a socket in it, whose path the system limits to 108 bytes.
const LONGEST_PLACE = 60;
const REMOVING = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };

// It has the name of the orchestrator's temporary folders and is locked as they are, so that the next of these removes
// what a killed process has left. Before it is locked it has another name, lest it be removed as one that was left.
const unlocked = join(tmpdir(), `serbench-browser-${randomBytes(4).toString("hex")}`);
const profile = `${unlocked}.tmp`;
const TAKE = 'mv "$0" "$0.tmp" && exec "$@"';
let [browser, said, ended] = [null, "", false];

/** Ends the browser, then this process. */
function end(status) {
  if (ended) {
    return;
  }
  ended = true;
  const leave = () => {
    rmSync(unlocked, REMOVING);
    rmSync(profile, REMOVING);
    process.exit(status);
  };
  if (browser?.pid === undefined || browser.exitCode !== null || browser.signalCode !== null) {
    leave();
    return;
  }
  browser.once("exit", leave);
  // Nothing in its profile is kept.
  browser.kill("SIGKILL");
}

/** Says why the request is not answered. */
function fail(sentence) {
  if (!ended) {
    process.stderr.write(`${said.slice(-LAST_WORDS)}\n${sentence}\n`);
    end(CRASHED);
  }
}

function start(address) {
  mkdirSync(unlocked, { mode: 0o700 });
  for (const [name, text] of Object.entries(settingsOf(PRODUCT))) {
    writeFileSync(join(unlocked, name), text);
  }
  const temporary = profile.length < LONGEST_PLACE ? profile : "/tmp";
  const places = { HOME: profile, TMPDIR: temporary, XDG_CACHE_HOME: profile, XDG_CONFIG_HOME: profile };
  // The lock is the browser's as long as it runs. It stays in the group of this process, which is killed as a whole.
  const opening = [PROGRAM, ...argumentsOf(PRODUCT, profile, RULES), address];
  browser = spawn("flock", ["--no-fork", unlocked, "sh", "-c", TAKE, unlocked, ...opening], {
    env: { ...process.env, ...places },
    stdio: ["ignore", "ignore", "pipe"],
  });
  browser.stderr.on("data", (text) => {
    said = (said + text).slice(-LAST_WORDS);
  });
  browser.on("error", (fault) => fail(`${PRODUCT} cannot be started: ${fault.message}.`));
  browser.on("exit", () => fail(`${PRODUCT} has ended before the page was done.`));
}

const serving = await serve(randomBytes(SECRET_BYTES).toString("hex"), {
  bundle: BUNDLE,
  given: { product: PRODUCT, version: VERSION, rules: RULES, words: WORDS },
  reply: (bytes) => writeSync(OUTPUT, bytes),
  end,
  fail,
});
for (const [signal, number] of [
  ["SIGHUP", 1],
  ["SIGINT", 2],
  ["SIGTERM", 15],
]) {
  process.on(signal, () => end(128 + number));
}
start(serving.address);
setTimeout(() => {
  if (!serving.opened()) {
    fail(`${PRODUCT} has not opened the page within ${OPENING_MS / 1000} seconds.`);
  }
}, OPENING_MS);
