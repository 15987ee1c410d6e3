import { verbs } from "../experiments/memory/experiment.js";

/** What a page serves: `run` alone. */
export const VERBS = verbs.filter(({ name }) => name !== "calibrate");
