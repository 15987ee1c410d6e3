import { readFileSync } from "node:fs";

/** The largest resident size of this process so far. */
export function peakResidentBytes() {
  return told("VmHWM") ?? process.resourceUsage().maxRSS * 1024;
}

/** The resident size of this process. */
export function residentBytes() {
  return told("VmRSS") ?? process.memoryUsage.rss();
}

function told(name) {
  try {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync("/proc/self/status", "latin1"));
    return found === null ? null : 1024 * Number(found[1]);
  } catch {
    return null;
  }
}
