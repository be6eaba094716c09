/** npm run rebuild as people run it: refused beside a running installation, and of a stopped one the rows are the log's again. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPgliteDatabase } from "../adapters/embedded/database/index.ts";
import { createEventLog, type CallFact } from "../modules/event-log/index.ts";
import { createTestPorts } from "../testing/index.ts";
import { childEnv } from "../testing/child-env.ts";

const compId = "100001";
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-rebuild-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tool = (...given: string[]) =>
  new Promise<string>((resolve) => {
    const env = childEnv({ DATA_DIR: folder });
    execFile(process.execPath, [join(import.meta.dirname, "rebuild.ts"), ...given], { env }, (error, out, said) =>
      resolve(`${error === null ? 0 : error.code}: ${out}${said}`),
    );
  });
const open = () => createPgliteDatabase({ folder: join(folder, "db") });

test("records, legs and states are made from the log; nobody else has the installation meanwhile", async () => {
  const database = await open();
  await database.migrate();
  const ports = await createTestPorts({ database });
  await database.system((trx) => trx.insertInto("enterprise").values({ compId, name: "甲" }).execute());
  const log = createEventLog(ports);
  const at = ports.clock.now();
  const head = { stream: "contact", kind: "call", compId, id: "c1", actor: "engine" } as const;
  const facts: CallFact[] = [
    { type: "created", direction: "inbound", caller: "13800138000", callee: "4001" },
    { type: "answered", agentId: "1001" },
  ];
  for (const fact of facts) void log.append({ ...head, at, fact });
  void log.append({ ...head, at: at + 30_000, reason: "completed", fact: { type: "ended" } });
  await log.flush();
  await database.system((trx) => trx.updateTable("call_record").set({ talkMs: 7, agentId: "1009" }).execute());
  const said = await Promise.all([tool(), tool("--now", "1")]);
  await ports.close();
  await database.close();
  expect(said).toEqual([
    expect.stringMatching(/^1: rebuild: the data folder .+ is in use by another process .+\n$/),
    expect.stringMatching(/^1: rebuild: .*--now/),
  ]);

  expect(await tool()).toBe(
    "0: made anew from the log: 1 calls and 0 stretches of agents' states; 1 rows had differed\n",
  );
  expect(await tool()).toMatch(/ 0 rows had differed\n$/);
  const after = await open();
  const rows = await after.system((trx) => trx.selectFrom("call_record").select(["agentId", "talkMs"]).execute());
  await after.close();
  expect(rows).toEqual([{ agentId: "1001", talkMs: 30_000 }]);
});
