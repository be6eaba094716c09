/** npm run flow:replay as people run it: wrong arguments in a line, and beside a running installation its answer. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openControl } from "../modules/backups/control.ts";
import { parseFlowQuestion } from "../modules/flows/index.ts";
import { childEnv } from "../testing/child-env.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-flow-replay-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tool = (...given: string[]) =>
  new Promise<string>((resolve) => {
    const env = childEnv({ DATA_DIR: folder });
    execFile(process.execPath, [join(import.meta.dirname, "flow-replay.ts"), ...given], { env }, (error, out, said) =>
      resolve(`${error === null ? 0 : error.code}: ${out}${said}`.split("\n")[0] ?? ""),
    );
  });

test("G92 what is wrong is said in a line; a running installation is asked", async () => {
  expect(await tool("c1")).toBe(`1: flow:replay: DATA_DIR ${folder} holds no installation`);
  const asked: string[] = [];
  const running = await openControl(folder, async (request) => {
    if ("flowReplay" in request) asked.push(request.flowReplay);
    return { bytes: 0, text: "流程「总机」" };
  });
  expect(
    await Promise.all([
      tool(),
      tool("c1", "c2"),
      tool("c1", "--version", "newest"),
      tool("c1", "--version", "3", "--comp", "100001"),
    ]),
  ).toEqual([
    "1: flow:replay: one call is named",
    "1: flow:replay: one call is named",
    "1: flow:replay: --version takes a number of a version, or draft",
    "0: 流程「总机」",
  ]);
  expect(asked.map(parseFlowQuestion)).toEqual([{ callId: "c1", compId: "100001", version: "3" }]);
  await new Promise((resolve) => running!.close(resolve));
});
