/** npm run replay as people run it: wrong arguments in a line, and beside a running installation its answer. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openControl } from "../modules/backups/control.ts";
import { parseQuestion } from "../modules/records/index.ts";
import { childEnv } from "../testing/child-env.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-replay-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tool = (...given: string[]) =>
  new Promise<string>((resolve) => {
    const env = childEnv({ DATA_DIR: folder });
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
  const group = ["--group", "g"];
  const rules = [
    "--strategy",
    "level",
    "--rings",
    "0:1,15:2",
    "--sticky",
    "0",
    "--miss-limit",
    "3",
    "--vip-priority",
    "9",
  ];
  expect(
    await Promise.all([
      tool(),
      tool(...hour, ...group, "--strategy", "best"),
      tool("--from", "2026-01-31 10:00", "--to", "2026-01-31 09:00", ...group),
      tool("--from", "yesterday", "--to", "+1h", ...group),
      tool(...hour, ...group, "--rings", "5:1"),
      tool(...hour, ...group, "--rings", "fast"),
      tool(...hour, ...group, "--miss-limit", "0"),
      tool(...hour, ...group, "--add", "1005:x"),
      tool(...hour, ...group, ...rules, "--add", "1005:2,1006", "--remove", "1003", "--enterprise", "100001"),
    ]),
  ).toEqual([
    "1: replay: --group takes a skill group's name or id",
    "1: replay: --strategy is unknown",
    "1: replay: --to lies after --from, a day at the most",
    "1: replay: --from takes a time as 2026-01-31 10:00",
    "1: replay: --rings begins at 0 seconds, and each step comes later than the one before",
    "1: replay: --rings takes 0:1,15:2 or none",
    "1: replay: --miss-limit takes a whole number from 1 to 10",
    "1: replay: --add takes 1005:2,1006",
    "0: 客服一组",
  ]);
  const from = Date.UTC(2026, 0, 31, 2);
  expect(asked.map((text) => JSON.parse(text) as unknown)).toEqual([
    {
      ...{
        compId: "100001",
        group: "g",
        from,
        to: from + 3_600_000,
        strategy: "level",
        stickyS: 0,
        missLimit: 3,
        vipMin: 9,
      },
      rings: [
        { afterS: 0, level: 1 },
        { afterS: 15, level: 2 },
      ],
      added: [
        { agentId: "1005", level: 2 },
        { agentId: "1006", level: 1 },
      ],
      removed: ["1003"],
    },
  ]);
  expect(parseQuestion(asked[0]!)).toMatchObject({ group: "g", rings: [{ afterS: 0 }, { afterS: 15 }] });
  await new Promise((resolve) => running!.close(resolve));
});
