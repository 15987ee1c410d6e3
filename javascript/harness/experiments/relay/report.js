import { line } from "../../protocol/replies.js";
import { startProcess } from "../../timing/clock.js";
import { watchCollector } from "../../timing/collector.js";
import { residentBytes } from "../../timing/resident_memory.js";
import { tellCollected } from "../store/telling.js";

/** The number of the report after the last source has ended. */
export const LAST_REPORT = 2 ** 32 - 1;

/** Tells at a barrier what the relay has done since its start. */
export class Report {
  #replies;
  #watch = startProcess();
  #collector = watchCollector();

  constructor(replies) {
    this.#replies = replies;
  }

  send(number, { torn, sources, handling, sinks }) {
    const cpuNs = this.#watch.cpuNs();
    const wallNs = this.#watch.wallNs();
    const copiedBySources = sources.reduce((sum, { copiedBytes }) => sum + copiedBytes, 0);
    const { counts } = handling;
    this.#replies.send(
      line("barrier")
        .number("number", number)
        .number("frames", counts.frames)
        .number("bytes_in", counts.bytesIn)
        .number("bytes_out", sinks.counts.bytesOut)
        .number("undecodable", counts.undecodable)
        .number("undeliverable", sinks.counts.undeliverable)
        .number("torn", torn)
        .number("cpu_ns", cpuNs)
        .number("wall_ns", wallNs)
        .number("copied_bytes", copiedBySources + counts.copiedBytes + sinks.counts.copiedBytes)
        .number("updated_in_place", counts.updatedInPlace)
        .number("resident_bytes", residentBytes()),
    );
    handling.phases?.each((name, phaseWallNs, phaseCpuNs) => {
      const told = line("phase").text("name", name);
      this.#replies.send(told.number("wall_ns", phaseWallNs).number("cpu_ns", phaseCpuNs));
    });
    tellCollected(this.#replies, "relay", this.#collector.collected());
    this.#collector = watchCollector();
  }
}
