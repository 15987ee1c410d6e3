// JSON of the language with exact numbers (JSON.rawJSON). Every browser that is measured has it.
import v8 from "node:v8";
import vm from "node:vm";

export const exact = JSON.rawJSON === undefined ? exactJson() : JSON;

/** The object JSON of a context in which exact numbers are switched on, which Node 22 has everywhere. */
function exactJson() {
  v8.setFlagsFromString("--harmony-json-parse-with-source");
  return vm.runInNewContext("JSON");
}
