/**
 * E3 of dialling (inventory dialling.md): every result code of console.md C9 is reached by a scripted callee, and stands with its text in
 * the number's detail, in the call's record and in both exports; the number is dialled again by its rule, to the second.
 */
import { cdrApi } from "@liantai/api/contract";
import { cdrExportApi, dialTaskApi, fileDownloadApi, taskPhoneApi } from "@liantai/api/contract/admin";
import type { Database } from "../ports/database.ts";
import type { HangupCause, Release } from "../ports/switch.ts";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";
import { cellsOf, ended } from "../testing/exports.ts";
import { createTestDatabase } from "../testing/index.ts";
import { mortal } from "../testing/mortal.ts";

let o: DialOffice;
let database: Database;
let killed: ReturnType<typeof mortal>;
beforeAll(async () => {
  database = await createTestDatabase();
  killed = mortal(database);
  o = await openDialOffice({}, { database: killed.database });
});
afterAll(async () => {
  await o?.close();
  await database?.close();
});

/** The table of console.md C9, by hand; after so many minutes again by the rules below, 0 never. */
interface Row {
  readonly code: number;
  readonly text: string;
  readonly again: number;
  readonly by: "signal" | "sample" | "engine";
  readonly cause: HangupCause | "answers" | "ringsOut" | "cancelled";
  readonly release?: Release;
}
const row = (code: number, text: string, again: number, cause: Row["cause"], release?: Release): Row => ({
  ...{ code, text, again, cause },
  by: release ? (release.earlyMedia ? "sample" : "signal") : "engine",
  ...(release ? { release } : {}),
});
const says = (earlyMedia: NonNullable<Release["earlyMedia"]>): Release => ({ earlyMedia });
const rows: readonly Row[] = [
  row(183, "未接听", 5, "cancelled"),
  row(200, "已接听", 0, "answers"),
  row(581, "关机", 4, "unreachable", { sipCode: 480, q850: 20 }),
  row(582, "空号", 0, "not-found", { sipCode: 404 }),
  row(583, "停机", 0, "failed", says("suspended")),
  row(584, "通话中", 3, "busy", says("inCall")),
  row(585, "拒接", 0, "rejected", { sipCode: 603 }),
  row(586, "无法接通", 4, "unreachable", { sipCode: 480 }),
  row(587, "暂停服务", 4, "failed", { sipCode: 403, q850: 50 }),
  row(588, "用户忙", 3, "busy", { sipCode: 486 }),
  row(589, "拨号方式不正确", 4, "failed", { sipCode: 484 }),
  row(591, "来电提醒", 4, "failed", says("reminder")),
  row(593, "网络忙", 3, "failed", { sipCode: 503 }),
  row(594, "无人接听", 5, "ringsOut"),
  row(595, "欠费", 0, "failed", { sipCode: 402 }),
  row(597, "改号", 0, "failed", { sipCode: 410 }),
  row(598, "线路故障", 4, "failed", { sipCode: 480, q850: 38 }),
  row(599, "稍后再拨", 3, "failed", says("later")),
  row(700, "呼叫限制", 0, "failed", { sipCode: 403, q850: 55 }),
];
const retries = [
  { codes: [584, 588, 593, 599], afterMin: 3, times: 1, otherSlot: 0, otherNumber: 0 },
  { codes: [594, 183], afterMin: 5, times: 1, otherSlot: 0, otherNumber: 0 },
  { codes: [581, 586, 587, 589, 591, 592, 596, 598], afterMin: 4, times: 1, otherSlot: 0, otherNumber: 0 },
];
const phoneOf = ({ code }: Pick<Row, "code">): string => `1380000${String(code).padStart(4, "0")}`;

const at = (phone: string) => o.at(phone)[0]!;
const page = { pageNo: 1, pageSize: 100 };
const listed = async (taskId: string) =>
  (await o.administrator.call(taskPhoneApi.list, { body: { ...page, taskId } })).list;
const records = async () => (await o.administrator.call(cdrApi.callRecords, { body: page })).list;
const recordOf = async (phone: string) => (await records()).find(({ callee }) => callee === phone);

/** The cells of a workbook by number, those of these columns. */
const column = (sheet: unknown[][], key: string, ...titles: readonly string[]) =>
  new Map(
    sheet.slice(1).map((cells) => {
      const cell = (title: string) => cells[sheet[0]!.indexOf(title)];
      return [cell(key), titles.map(cell)];
    }),
  );
const bytes = async (id: string) => (await o.administrator.file(fileDownloadApi.down, { query: { id } })).bytes;
async function exported(taskId: string) {
  const { id } = await o.administrator.call(taskPhoneApi.export, { body: { taskId } });
  await ended(o.administrator, id, "done");
  const job = await o.administrator.call(cdrExportApi.exportRecords, { body: {} });
  await ended(o.administrator, job.id, "done");
  return [await cellsOf(await bytes(id)), await cellsOf(await bytes(job.id))] as const;
}

/** When the last call to it ended. */
const endedAt = new Map<string, number>();
/** What the callee of a row, or the network, does. */
async function happens({ cause, release, ...of }: Row): Promise<void> {
  const phone = phoneOf(of);
  const leg = at(phone);
  endedAt.set(phone, o.clock.now());
  if (cause === "ringsOut") endedAt.set(phone, o.clock.now() + 30_000);
  else if (cause === "answers") o.sw.pickUp(leg);
  else if (cause === "cancelled")
    await o.administrator.call(dialTaskApi.pause, { body: { id: tasks[1]!, cancelRinging: true } });
  else o.sw.leave(leg, cause, release);
  await o.settle();
  if (cause === "answers") o.sw.leave(leg);
}
const tasks: string[] = [];
const all = async () => (await Promise.all(tasks.map(listed))).flat();
const ringing = () => rows.filter((row) => o.at(phoneOf(row)).length > 0).map(({ code }) => code);

test("E3 K25 every result: in the detail, the record and both exports with its text, and which witness it has", async () => {
  const phones = rows.map(phoneOf);
  const cancelled = phoneOf({ code: 183 });
  const usual = { concurrency: 50, retries, ringS: 30 };
  tasks.push(
    await o.runs(
      { ...usual, taskIdentity: "结果" },
      phones.filter((phone) => phone !== cancelled),
    ),
  );
  tasks.push(await o.runs({ ...usual, taskIdentity: "取消" }, [cancelled]));
  // While it lives: 180; 100 before that is asked below.
  expect([...new Set((await records()).map(({ result }) => result))]).toEqual([180]);
  for (const row of rows) await happens(row);
  await o.advance(31_000);
  expect(ringing()).toEqual([]);
  const details = await all();
  expect(details.map(({ phone, lastCode, attempts }) => [phone, lastCode, attempts]).sort()).toEqual(
    rows.map((row) => [phoneOf(row), row.code, 1]),
  );
  const tries = await Promise.all(
    tasks.map(async (taskId) =>
      Promise.all(
        (await listed(taskId)).map(async ({ id, phone }) => {
          const attempts = await o.administrator.call(taskPhoneApi.attempts, { body: { taskId, id } });
          return attempts.map(({ code, witness }) => [phone, code, witness]);
        }),
      ),
    ),
  );
  expect(tries.flat(2).sort()).toEqual(rows.map((row) => [phoneOf(row), row.code, row.by]));
  expect((await records()).map(({ callee, result }) => [callee, result]).sort()).toEqual(
    rows.map((row) => [phoneOf(row), row.code]),
  );
  const sheets = await Promise.all(tasks.map(exported));
  for (const row of rows) {
    const phone = phoneOf(row);
    const [numbers, calls] = sheets[row.code === 183 ? 1 : 0]!;
    expect([row.code, column(numbers, "号码", "呼叫结果").get(phone)]).toEqual([row.code, [row.text]]);
    expect([row.code, column(calls, "被叫号码", "结果").get(phone)]).toEqual([row.code, [row.text]]);
  }
});

test("E3 D6 each is dialled again by its rule to the second, or never", async () => {
  await o.administrator.call(dialTaskApi.start, { body: { id: tasks[1]! } });
  const due = (row: Row) => endedAt.get(phoneOf(row))! + row.again * 60_000;
  const moments = [...new Set(rows.filter(({ again }) => again > 0).map(due))].sort((a, b) => a - b);
  expect(moments.length).toBeGreaterThanOrEqual(4);
  for (const moment of moments) {
    await o.advance(moment - 1_000 - o.clock.now());
    expect(ringing()).toEqual([]);
    await o.advance(1_000);
    const now = rows.filter((row) => row.again > 0 && due(row) === moment);
    expect(ringing()).toEqual(now.map(({ code }) => code));
    for (const row of now) o.sw.leave(at(phoneOf(row)), "not-found", { sipCode: 404 });
    await o.settle();
  }
  await o.advance(10 * 60_000);
  expect(ringing()).toEqual([]);
  expect(
    (await all()).map(({ phone, lastCode, attempts, state }) => [phone, lastCode, attempts, state]).sort(),
  ).toEqual(rows.map((row) => [phoneOf(row), row.again > 0 ? 582 : row.code, row.again > 0 ? 2 : 1, "done"]));
});

test("E3 D1 100 while the network has said nothing; 0 of a call whose process was killed", async () => {
  const phone = "13900000100";
  o.sw.saysRinging = false;
  const taskId = await o.runs({ taskIdentity: "中断" }, [phone]);
  await o.advance(500);
  expect(await recordOf(phone)).toMatchObject({ result: 100, cause: null });
  expect(await listed(taskId)).toMatchObject([{ state: "dialling", lastCode: null, attempts: 1 }]);
  killed.kill();
  o = await openDialOffice(o, { database });
  await o.advance(2_000);
  expect(await listed(taskId)).toMatchObject([{ state: "done", lastCode: 0, attempts: 1 }]);
  const { id } = await o.administrator.call(taskPhoneApi.export, { body: { taskId } });
  await ended(o.administrator, id, "done");
  expect(column(await cellsOf(await bytes(id)), "号码", "呼叫结果").get(phone)).toEqual(["未知"]);
});
