/** npm run replay as people run it: wrong arguments in a line, and beside a running installation its answer. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openControl } from "../modules/backups/control.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-replay-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tool = (...given: string[]) =>
  new Promise<string>((resolve) => {
    const env = { PATH: process.env["PATH"], DATA_DIR: folder, NODE_NO_WARNINGS: "1" };
    execFile(process.execPath, [join(import.meta.dirname, "replay.ts"), ...given], { env }, (error, out, said) =>
      resolve(`${error === null ? 0 : error.code}: ${out}${said}`.split("\n")[0] ?? ""),
    );
  });
const hour = ["--from", "2026-01-31T10:00", "--to", "+1h"];

test("Q6 what is wrong is said in a line; a running installation is asked", async () => {
  const asked: string[] = [];
  const running = await openControl(folder, async (request) => {
    if ("replay" in request) asked.push(request.replay);
    return { bytes: 0, text: "客服一组" };
  });
  const group = ["--group", "g", "--strategy"];
  expect(
    await Promise.all([
      tool(),
      tool(...hour, ...group, "random"),
      tool("--from", "2026-01-31 10:00", "--to", "2026-01-31 09:00", ...group, "level"),
      tool("--from", "yesterday", "--to", "+1h", ...group, "level"),
      tool(...hour, ...group, "level", "--enterprise", "100001"),
    ]),
  ).toEqual([
    "1: replay: --strategy is missing or unknown",
    "1: replay: --strategy random cannot be made again: it is chance",
    "1: replay: --to lies after --from, a day at the most",
    "1: replay: --from takes a time as 2026-01-31 10:00",
    "0: 客服一组",
  ]);
  const from = Date.UTC(2026, 0, 31, 2);
  expect(asked.map((text) => JSON.parse(text) as unknown)).toEqual([
    { compId: "100001", group: "g", from, to: from + 3_600_000, strategy: "level" },
  ]);
  await new Promise((resolve) => running!.close(resolve));
});
