// Serves one page, on this machine alone and under a name that nobody else knows.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";

const HOST = "127.0.0.1";
const [OK, NOT_FOUND, REFUSED] = [200, 404, 500];
const READ = ["corpus", "encoded"];
const WRITTEN = ["out", "values"];
const HEADERS = {
  // A page of its own process has the finer clock.
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};
const PAGE = `<!doctype html><meta charset="utf-8"><title>serbench</title><script src="page.js"></script>`;
// The connection stays until the page dies. The runner works beside it, where it may wait for what it reads.
const SCRIPT = `
new EventSource("alive");
const runner = new Worker("runner.js", { type: "module" });
runner.onerror = ({ message }) => fetch("fault", { method: "POST", body: message || "The runner cannot be loaded." });
`;

const done = (_result) => "";

/**
 * Serves the page under the name. `on` has the path of the bundle, what the runner is given, and
 * what becomes of its replies, its end and its faults. Gives the address, whether the page was opened, and what ends it.
 */
export async function serve(name, on) {
  let opened = false;
  const paths = (keys) => {
    const pairs = on.given.words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]);
    return pairs.filter(([key]) => keys.includes(key)).map(([, value]) => value);
  };
  const named = (keys, query) => {
    const path = decodeURIComponent(query);
    if (!paths(keys).includes(path)) {
      throw new Error(`the request does not name ${path}`);
    }
    return path;
  };
  const parts = {
    "GET ": () => ["text/html", PAGE],
    "GET page.js": () => ["text/javascript", SCRIPT],
    "GET runner.js": () => ["text/javascript", readFileSync(on.bundle)],
    "GET request": () => ["application/json", JSON.stringify(on.given)],
    "GET file": (query) => ["application/octet-stream", readFileSync(named(READ, query))],
    "POST file": (query, body) => ["text/plain", done(writeFileSync(named(WRITTEN, query), body))],
    "POST reply": (_query, body) => ["text/plain", done(on.reply(body))],
    "POST fault": (_query, body) => ["text/plain", done(on.fail(body.toString()))],
  };

  async function answer(request, response) {
    const pieces = [];
    for await (const piece of request) {
      pieces.push(piece);
    }
    const [path, query = ""] = request.url.split("?");
    const asked = path.startsWith(`/${name}/`) ? `${request.method} ${path.slice(name.length + 2)}` : "";
    if (asked === "GET alive") {
      opened = true;
      response.writeHead(OK, { ...HEADERS, "Content-Type": "text/event-stream" }).write("\n");
      response.on("close", () => on.fail("The page has died."));
    } else if (asked === "POST end") {
      response.on("finish", () => on.end(Number(query)));
      response.writeHead(OK, HEADERS).end();
    } else if (asked in parts) {
      const [type, sent] = parts[asked](query, Buffer.concat(pieces));
      response.writeHead(OK, { ...HEADERS, "Content-Type": type }).end(sent);
    } else {
      response.writeHead(NOT_FOUND).end();
    }
  }

  const server = createServer((request, response) => {
    // The page refuses the request then.
    answer(request, response).catch((fault) => response.writeHead(REFUSED, HEADERS).end(fault.message));
  });
  await new Promise((listening) => server.listen(0, HOST, listening));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://${HOST}:${server.address().port}/${name}/`, opened: () => opened, close };
}
