import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hourMs } from "@liantai/api/contract";
import { createVirtualClock, silentLogger } from "../testing/index.ts";
import { KeptFiles } from "./kept-files.ts";

let folder: string;
const clock = createVirtualClock();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-kept-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (mostBytes = 1_000) => new KeptFiles({ folder, mostBytes, clock, logger: silentLogger });
const of = (bytes: number) => (draft: string) => writeFile(draft, Buffer.alloc(bytes));
const names = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

test("K38 two who ask at once make it once; what failed is not kept and is made by the next who asks", async () => {
  const files = open();
  const make = jest.fn(of(10));
  const [a, b] = await Promise.all([files.file("x/a", make), files.file("x/a", make)]);
  expect([a, b]).toEqual([join(folder, "x/a"), a]);
  expect(make).toHaveBeenCalledTimes(1);
  await expect(
    files.file("b", async (draft) => {
      await writeFile(draft, "half");
      throw new Error("full disk");
    }),
  ).rejects.toThrow("full disk");
  expect(await names()).toEqual(["a"]);
  expect(await readFile(await files.file("b", of(3)))).toHaveLength(3);
});

test("K38 beyond its size those go that were wanted longest ago, never one of the last hour; a new process knows their ages", async () => {
  const files = open();
  await files.file("a", of(400));
  await clock.advance(hourMs);
  await files.file("b", of(400));
  await clock.advance(hourMs);
  await files.file("a", of(400));
  await clock.advance(hourMs);
  await files.file("c", of(400));
  expect(await names()).toEqual(["a", "c"]);
  await files.file("d", of(400));
  // a was wanted an hour ago, c and d just now.
  expect(await names()).toEqual(["c", "d"]);
  await files.file("e", of(900));
  expect(await names()).toEqual(["c", "d", "e"]);
  await clock.advance(2 * hourMs);
  await files.file("c", of(400));
  await mkdir(join(folder, "sub"));
  await writeFile(join(folder, "sub/dead.1.part"), "half");
  const again = open();
  await again.file("f", of(100));
  expect((await names()).filter((name) => name.endsWith(".part"))).toEqual([]);
});
