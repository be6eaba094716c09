/**
 * W60 on PostgreSQL: the process that imports orders is killed in the middle; the next goes on, no order is there twice and none is half
 * begun.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { recordSheetApi } from "@liantai/api/contract/workorder";
import { createFolderBlobs } from "../../adapters/embedded/blobs/index.ts";
import { writeSheet } from "../../sheets/index.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { createProcesses, until } from "../../testing/processes.ts";
import { openOwnDatabase, type OwnDatabase } from "../../testing/services.ts";
import { flowOf, openFloor, type Floor } from "./testing/floor.ts";

const compId = "100001";
const rows = 1_000;
let own: OwnDatabase;
let office: Office;
let floor: Floor;
let folder: string;
const processes = createProcesses();

beforeAll(async () => {
  own = await openOwnDatabase();
  folder = await mkdtemp(join(tmpdir(), "liantai-w60-"));
  office = await openOffice({ database: own.database, blobs: createFolderBlobs(folder) });
  floor = await openFloor(office);
}, 120_000);
afterAll(async () => {
  await processes.end();
  await office?.close();
  await own?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const takeOver = (laterMs: number) =>
  processes.start(new URL("../../testing/importing-process.ts", import.meta.url), own.url, folder, String(laterMs));

const ordersThere = () =>
  own.database.tenant(compId, (trx) =>
    trx.selectFrom("work_order").select(["id", "title", "state", "workCode"]).execute(),
  );
const state = async () =>
  (
    await own.database.tenant(compId, (trx) =>
      trx.selectFrom("import_job").select(["state", "result"]).where("kind", "=", "order").execute(),
    )
  )[0];

test("W60 kill -9 in the middle: each row is one order, begun whole, and the count is right", async () => {
  const flowId = await floor.flow("导入", flowOf(floor.groupId));
  function* lines() {
    for (let n = 0; n < rows; n += 1) yield [n % 100 === 7 ? "" : `第${n}单`, `地址${n}`];
  }
  const bytes = await buffer(writeSheet({ columns: ["标题", "地址"].map((title) => ({ title })), rows: lines() }));
  const files = new File([new Uint8Array(bytes)], "工单.xlsx");
  const body = { formId: floor.formId, flowId, files };
  const answer = floor.people["1001"].call(recordSheetApi.importSave, { body });
  await until("the import begins", async () => (await ordersThere()).length > 0, 60_000);
  // From here on this process has nothing more to do with it.
  await office.composition.modules.find(({ name }) => name === "files")!.stop!();
  await office.ports.clock.advance(10_000);
  expect((await answer).job).not.toBeNull();

  const first = takeOver(0);
  const before = (await ordersThere()).length;
  await until("the first process makes orders", async () => (await ordersThere()).length > before + 100, 120_000);
  await processes.kill(first);
  const left = (await ordersThere()).length;
  expect(left).toBeLessThan(rows - 100);
  // Of the process that was killed the lease is over in two minutes: this one lives then.
  takeOver(120_000);
  await until("the result", async () => (await state())?.state === "done", 300_000);

  const right = rows - rows / 100;
  expect((await state())?.result).toMatchObject({ total: rows, succeed: right, failing: rows - right });
  const orders = await ordersThere();
  expect(new Set(orders.map(({ title }) => title)).size).toBe(right);
  expect(orders).toHaveLength(right);
  expect(orders.every(({ state: now, workCode }) => now === "pooled" && workCode !== "")).toBe(true);
  expect(new Set(orders.map(({ workCode }) => workCode)).size).toBe(right);
  const events = await own.database.tenant(compId, (trx) =>
    trx.selectFrom("event").select(["streamId", "type"]).where("stream", "=", "order").execute(),
  );
  for (const type of ["created", "submitted"]) expect(events.filter((one) => one.type === type)).toHaveLength(right);
}, 600_000);
