// seroval's mode of JSON, whose values the adapter puts into a text.
import { fromJSON, toJSON } from "seroval";

export const stringify = (value) => JSON.stringify(toJSON(value));

export const parse = (text) => fromJSON(JSON.parse(text));
