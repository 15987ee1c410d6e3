// The thread that watches how much CPU time an operation takes.
import { parentPort, workerData } from "node:worker_threads";
import { line, Replies } from "../../protocol/replies.js";
import { ENDING, WATCHED } from "./cpu_limit.js";

const LOOK_EVERY_MS = 20;

const { words, ns, operations } = workerData;
const replies = new Replies();

parentPort.postMessage("ready");
for (;;) {
  Atomics.wait(words, ENDING, 0, LOOK_EVERY_MS);
  look();
}

function look() {
  const watched = Atomics.load(words, WATCHED);
  const [begunNs, limitNs] = ns;
  const { user, system } = process.cpuUsage();
  if (watched === 0 || 1000 * (user + system) - begunNs <= limitNs) {
    return;
  }
  if (Atomics.compareExchange(words, WATCHED, watched, 0) === watched) {
    replies.send(line("hung").text("operation", operations[watched - 1]));
    process.kill(process.pid, "SIGKILL");
  }
}
