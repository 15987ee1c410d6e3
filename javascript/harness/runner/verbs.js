import { verbs as evolution } from "../experiments/evolution/experiment.js";
import { verbs as memory } from "../experiments/memory/experiment.js";
import { verbs as relay } from "../experiments/relay/experiment.js";
import { verbs as store } from "../experiments/store/experiment.js";
import { verbs as torture } from "../experiments/torture/experiment.js";

/** The verbs of the experiments, in order. A verb may have `describe`, which adds lines to the runner's description. */
export const VERBS = [...memory, ...store, ...relay, ...evolution, ...torture];
