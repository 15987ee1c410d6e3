// What the adapter calls of superjson.
export { parse, stringify } from "superjson";
