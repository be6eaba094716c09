/** npm run flow:test as people run it: wrong arguments in a line, and beside a running installation its answer and how it ends. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openControl } from "../modules/backups/control.ts";
import { parseTestQuestion } from "../modules/flows/index.ts";
import { childEnv } from "../testing/child-env.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-flow-test-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tool = (...given: string[]) =>
  new Promise<string>((resolve) => {
    const env = childEnv({ DATA_DIR: folder });
    execFile(process.execPath, [join(import.meta.dirname, "flow-test.ts"), ...given], { env }, (error, out, said) =>
      resolve(`${error === null ? 0 : error.code}: ${out}${said}`.split("\n")[0] ?? ""),
    );
  });

test("G22 G118 what is wrong is said in a line; a running installation is asked; a red test ends it with 1", async () => {
  const asked: string[] = [];
  let red = 0;
  const running = await openControl(folder, async (request) => {
    if ("flowTest" in request) asked.push(request.flowTest);
    return { bytes: 0, text: `流程「总机」草稿\n2个通过，${red}个失败` };
  });
  expect(
    await Promise.all([tool(), tool("f1", "--version", "draft"), tool("f1", "--version", "3", "--audio")]),
  ).toEqual([
    "1: flow:test: one flow is named",
    "1: flow:test: --version takes a number of a version",
    "0: 流程「总机」草稿",
  ]);
  red = 1;
  expect(await tool("f1")).toBe("1: 流程「总机」草稿");
  expect(asked.map(parseTestQuestion)).toEqual([{ flowId: "f1", version: "3", audio: 1 }, { flowId: "f1" }]);
  await new Promise((resolve) => running!.close(resolve));
});
