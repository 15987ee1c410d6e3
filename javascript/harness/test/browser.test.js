// What serves a page, and what replaces Node there.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import * as browser from "../../browser/harness/values/bytes.js";
import { argumentsOf, settingsOf } from "../../browser/programs.js";
import { serve } from "../../browser/server.js";
import * as node from "../values/bytes.js";

test("bytes and texts are those of Node", () => {
  for (const text of ["", "plain", "\ufeffmark", "é€😀", "half \ud800 of one"]) {
    const bytes = node.bytesOfText(text);
    assert.deepEqual([...browser.bytesOfText(text)], [...bytes]);
    assert.equal(browser.textOf(new Uint8Array(bytes)), node.textOf(bytes));
    assert.equal(browser.isUtf8(bytes), true);
    const written = browser.newBytes(40);
    const size = browser.writeText(written, text, 3);
    assert.equal(browser.textIn(written, 3, 3 + size), node.textOf(bytes));
  }
  assert.equal(browser.isUtf8(Uint8Array.of(0xff)), false);
  const source = Uint8Array.of(1, 2, 255);
  const copy = browser.copied(source);
  source[0] = 9;
  assert.deepEqual([...copy], [1, 2, 255]);
  assert.equal(browser.asMessage(source), source);
  browser.copyInto(source, copy);
  assert.deepEqual(source, copy);
});

test("base64 is that of Node", { skip: !Uint8Array.prototype.toBase64 }, () => {
  const bytes = Uint8Array.of(0, 250, 255, 62);
  assert.equal(browser.base64Of(bytes), node.base64Of(bytes));
  assert.deepEqual(browser.bytesOfBase64("APr/Pg=="), node.bytesOfBase64("APr/Pg=="));
});

test("keys have the order of their UTF-8", () => {
  const keys = ["", "a", "ab", "b", "é", "\uffff", "😀"];
  for (const one of keys) {
    for (const other of keys) {
      assert.equal(Math.sign(browser.compareTexts(one, other)), node.compareTexts(one, other));
    }
  }
});

test("a page is served under its name alone, with the files of its request", async () => {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  const [bundle, corpus, out] = ["bundle.js", "a b.bin", "out"].map((name) => join(folder, name));
  writeFileSync(bundle, "1;");
  writeFileSync(corpus, Uint8Array.of(7, 8));
  const given = { words: ["check", `corpus=${corpus}`, `out=${out}`] };
  const told = [];
  const [reply, fail] = [(bytes) => told.push(`${bytes}`), (sentence) => told.push(sentence)];
  let ended = null;
  const end = new Promise((resolve) => {
    ended = resolve;
  });
  const page = await serve("name", { bundle, given, reply, end: ended, fail });
  const ask = (path, body) => fetch(page.address + path, body === undefined ? {} : { method: "POST", body });
  try {
    assert.match(page.address, /^http:\/\/127\.0\.0\.1:\d+\/name\/$/);
    const opened = await ask("");
    assert.equal(opened.headers.get("cross-origin-opener-policy"), "same-origin");
    assert.equal(opened.headers.get("cross-origin-embedder-policy"), "require-corp");
    assert.equal(page.opened(), false);
    assert.equal((await ask("../other/")).status, 404);
    assert.equal((await ask("../name/none")).status, 404);
    assert.deepEqual(await (await ask("request")).json(), given);
    assert.equal(await (await ask("runner.js")).text(), "1;");
    const read = await ask(`file?${encodeURIComponent(corpus)}`);
    assert.deepEqual([...(await read.bytes())], [7, 8]);
    assert.equal((await ask(`file?${encodeURIComponent(bundle)}`)).status, 500);
    assert.equal((await ask(`file?${encodeURIComponent(corpus)}`, "no")).status, 500);
    assert.equal((await ask(`file?${encodeURIComponent(out)}`, "yes")).status, 200);
    assert.equal(readFileSync(out, "latin1"), "yes");
    await ask("reply", "runner protocol=1\n");
    const alive = await ask("alive");
    assert.equal(page.opened(), true);
    await alive.body.cancel();
    await ask("fault", "It broke.");
    assert.deepEqual(told.toSorted(), ["It broke.", "The page has died.", "runner protocol=1\n"]);
    await ask("end?2", "");
    assert.equal(await end, 2);
  } finally {
    page.close();
    rmSync(folder, { recursive: true });
  }
});

test("each browser has a profile of its own", () => {
  assert.ok(argumentsOf("Chromium", "/profile", "--a --b").includes("--js-flags=--a --b"));
  assert.ok(argumentsOf("Chromium", "/profile", "").includes("--user-data-dir=/profile"));
  assert.deepEqual(settingsOf("Chromium"), {});
  assert.ok(argumentsOf("Firefox", "/profile", "").includes("/profile"));
  assert.match(settingsOf("Firefox")["user.js"], /^user_pref\("app\.normandy\.enabled", false\);$/m);
});
