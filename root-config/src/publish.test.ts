/** What `npm run build` and `npm run swap` promise about the served map (scripts/webpack/publish.mjs). */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// eslint-disable-next-line import-x/no-relative-packages -- the scripts are no package
import { Locked, lock, publish, readMap, readVersions, rollback } from "../../scripts/webpack/publish.mjs";

const workorder = { specifier: "@liantai/workorder", name: "workorder", file: "workorder.js" };
const admin = { specifier: "@liantai/admin", name: "admin", file: "admin.js" };
let dir: string;

beforeEach(() => (dir = mkdtempSync(join(tmpdir(), "liantai-publish-"))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function put(module: typeof workorder, hash: string): void {
  const folder = join(dir, "assets", module.name, hash);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, module.file), hash);
  publish(dir, [{ module, hash, deps: [] }]);
}

test("H2 a publication changes its own entry and no other", () => {
  put(admin, "a1");
  put(workorder, "w1");
  put(workorder, "w2");
  expect(readMap(dir).imports).toEqual({
    "@liantai/admin": "/assets/admin/a1/admin.js",
    "@liantai/workorder": "/assets/workorder/w2/workorder.js",
  });
});

test("the last five versions stay, older folders go", () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7]) put(workorder, `w${n}`);
  expect(readVersions(dir, "workorder").versions.map((v) => v.hash)).toEqual(["w7", "w6", "w5", "w4", "w3"]);
  expect(readdirSync(join(dir, "assets", "workorder")).sort()).toEqual(["w3", "w4", "w5", "w6", "w7"]);
});

test("roll-back goes to what was served before, one step a time, and says when there is none", () => {
  put(workorder, "w1");
  put(workorder, "w2");
  expect(rollback(dir, workorder)).toBe("w1");
  expect(readMap(dir).imports["@liantai/workorder"]).toBe("/assets/workorder/w1/workorder.js");
  expect(existsSync(join(dir, "assets/workorder/w2"))).toBe(true);
  expect(() => rollback(dir, workorder)).toThrow("no older version");
});

test("after a roll-back and a new version, roll-back does not meet the bad one", () => {
  put(workorder, "w1");
  put(workorder, "bad");
  rollback(dir, workorder);
  put(workorder, "w3");
  expect(rollback(dir, workorder)).toBe("w1");
});

test("the same content again is no new version", () => {
  put(workorder, "w1");
  expect(publish(dir, [{ module: workorder, hash: "w1", deps: [] }])).toEqual([]);
});

test("H2 who comes second is refused by name; a dead holder is not in the way", async () => {
  const release = lock(dir, "a swap of workorder");
  expect(() => lock(dir, "a swap of admin")).toThrow(Locked);
  expect(() => lock(dir, "a swap of admin")).toThrow("a swap of workorder");
  release();
  const dead = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => dead.on("exit", resolve));
  writeFileSync(join(dir, ".lock"), JSON.stringify({ pid: dead.pid, purpose: "a build" }));
  lock(dir, "a swap of admin")();
  expect(existsSync(join(dir, ".lock"))).toBe(false);
});
