// What the adapter calls of devalue.
export { parse, stringify } from "devalue";
