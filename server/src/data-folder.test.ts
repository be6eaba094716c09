import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeContents, closeDataFolder } from "./data-folder.ts";

let root: string;
const before = process.umask();
beforeEach(() => {
  process.umask(0o022);
  root = mkdtempSync(join(tmpdir(), "liantai-data-"));
});
afterEach(() => {
  process.umask(before);
  rmSync(root, { recursive: true, force: true });
});
const mode = (...path: string[]): string => (statSync(join(root, ...path)).mode & 0o777).toString(8);

test("a new DATA_DIR and what is written into it is its owner's alone", () => {
  const folder = join(root, "data");
  expect(closeDataFolder(folder)).toBe(false);
  writeFileSync(join(folder, "file"), "x");
  mkdirSync(join(folder, "sub"));
  expect([mode("data"), mode("data", "file"), mode("data", "sub")]).toEqual(["700", "600", "700"]);
});

test("one that stood open is closed at the start, with every file in it; links are not followed", async () => {
  const folder = join(root, "data");
  mkdirSync(join(folder, "blobs", "a"), { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, "blobs", "a", "talk.wav"), "x", { mode: 0o644 });
  writeFileSync(join(root, "outside"), "x", { mode: 0o644 });
  symlinkSync(join(root, "outside"), join(folder, "link"));
  expect(closeDataFolder(folder)).toBe(true);
  expect(mode("data")).toBe("700");
  expect(await closeContents(folder)).toBe(3);
  expect([mode("data", "blobs"), mode("data", "blobs", "a"), mode("data", "blobs", "a", "talk.wav")]).toEqual([
    "700",
    "700",
    "600",
  ]);
  expect(mode("outside")).toBe("644");
  expect(closeDataFolder(folder)).toBe(false);
});
