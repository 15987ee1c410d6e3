// The page of javascript/json: JSON of the language.
import * as documents from "#codec/documents.js";
import { newLibrary } from "#codec/library.js";
import { DocumentCodec } from "#harness/page/documents.js";

export const newPage = () => new DocumentCodec(newLibrary(), documents);
