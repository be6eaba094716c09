/** Call records taken away: scope and masking are the list's, packages hold what they say, one channel is one channel. */
import { fileApi, fileDownloadApi, cdrExportApi } from "@liantai/api/contract/admin";
import { writeWav } from "@liantai/api/wav";
import exceljs from "exceljs";
import { fromBuffer, type Entry } from "yauzl";
import { giveLegs } from "../../testing/legs.ts";
import { openOffice, Refusal, type Office, type Person } from "../../testing/office.ts";
import { demoEnterprise } from "../system/index.ts";

const compId = demoEnterprise.compId;
const day = { startTime: "2026-03-01 00:00:00", endTime: "2026-03-01 23:59:59" };
const frames = 1_000;
let office: Office;
/** 1001, signed in again after the enterprise began to hide numbers. */
let agent: Person;

/** 16-bit, two channels: the left counts up, the right is constant. */
function recording(): Uint8Array {
  const samples = new Int16Array(frames * 2);
  for (let i = 0; i < frames; i += 1) samples.set([i, -7], i * 2);
  return writeWav(samples, 8_000, 2);
}

beforeAll(async () => {
  office = await openOffice();
  await office.ports.database.system(async (trx) => {
    const rows = Array.from({ length: 4_500 }, (_, n) => ({
      compId,
      callId: `call-${String(n).padStart(5, "0")}`,
      direction: "inbound",
      caller: n === 7 ? "=cmd" : `138${String(n).padStart(8, "0")}`,
      callee: "4001",
      accessNumber: "4001",
      skillGroupId: null,
      agentId: n % 2 === 0 ? "1001" : "1002",
      startAt: new Date(Date.UTC(2026, 1, 28, 16, 0, Math.floor(n / 3))),
      answerAt: null,
      endAt: new Date(Date.UTC(2026, 1, 28, 18)),
      waitMs: 1_000,
      ringMs: 0,
      talkMs: 65_000,
      holdMs: 0,
      result: 200,
      cause: "completed",
      recordingKey: n < 3 ? `recordings/${n}.wav` : null,
      recordingMs: null,
      appliedSeq: 1,
    }));
    for (let at = 0; at < rows.length; at += 500)
      await trx
        .insertInto("call_record")
        .values(rows.slice(at, at + 500))
        .execute();
    await trx.insertInto("enterprise").values({ compId: "200002", name: "另一家" }).execute();
    await trx
      .insertInto("call_record")
      .values({ ...rows[0]!, compId: "200002", callId: "foreign" })
      .execute();
    await giveLegs(trx);
  });
  for (const n of [0, 1]) await office.ports.blobs.put(`recordings/${n}.wav`, recording());
});
afterAll(() => office.close());

async function done(
  person: Person,
  id: string,
  list: typeof fileDownloadApi.list | typeof cdrExportApi.packages = fileDownloadApi.list,
  state = "done",
) {
  for (let i = 0; i < 500; i += 1) {
    const job = (
      await person.call(list as typeof fileDownloadApi.list, { body: { pageNo: 1, pageSize: 100 } })
    ).list.find((each) => each.id === id);
    if (job?.state === state) return job;
    if (job?.state === "failed") throw new Error(job.error);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("never done");
}
async function rowsOf(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const book = new exceljs.Workbook();
  await book.xlsx.load(bytes as never);
  const [head, ...rows] = book.worksheets[0]!.getSheetValues()
    .slice(1)
    .map((row) => (row as unknown[]).slice(1));
  return rows.map((row) => Object.fromEntries(head!.map((title, index) => [title as string, row[index]])));
}
const fetched = async (person: Person, id: string) =>
  (await person.file(fileDownloadApi.down, { query: { id } } as never)).bytes;
function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const found = new Map<string, Buffer>();
      zip.on("entry", (entry: Entry) =>
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          const parts: Buffer[] = [];
          stream
            .on("data", (part: Buffer) => parts.push(part))
            .on("end", () => {
              found.set(entry.fileName, Buffer.concat(parts));
              zip.readEntry();
            });
        }),
      );
      zip.on("end", () => resolve(found)).on("error", reject);
      zip.readEntry();
    }),
  );
}

test("the administrator exports everything the filters find, over several pages, in the order of the list", async () => {
  const { id, msg } = await office.administrator.call(cdrExportApi.exportRecords, { body: day });
  expect(msg).toContain("文件下载");
  const job = await done(office.administrator, id);
  expect(job).toMatchObject({
    rows: 4_500,
    kindName: "通话记录",
    name: expect.stringMatching(/^通话记录_\d{14}\.xlsx$/),
  });
  const rows = await rowsOf(await fetched(office.administrator, id));
  expect(rows).toHaveLength(4_500);
  expect(new Set(rows.map((row) => row["通话编号"])).size).toBe(4_500);
  expect(rows.at(-1)).toMatchObject({
    通话编号: "call-00000",
    方向: "呼入",
    主叫号码: "13800000000",
    坐席工号: "1001",
    结果: "已接听",
    "通话（秒）": 65,
    有录音: "是",
    开始时间: "2026-03-01 00:00:00",
  });
  expect(rows.find((row) => row["通话编号"] === "call-00007")?.["主叫号码"]).toBe("'=cmd");
  const log = await office.ports.database.system((trx) =>
    trx.selectFrom("operation_log").selectAll().where("objectId", "=", id).executeTakeFirst(),
  );
  expect(log).toMatchObject({
    object: "export",
    action: "export",
    after: { kind: "通话记录", startTime: day.startTime },
  });
});

test("an agent exports its own calls, with numbers as it may see them when the job runs", async () => {
  await office.ports.database.system((trx) =>
    trx.updateTable("enterprise").set({ hiddenGlobalPhone: 0 }).where("compId", "=", compId).execute(),
  );
  const person = (agent = await office.signIn({ code: compId, roleType: 2, account: "1001" }));
  await office.ports.jobs.stop();
  const { id } = await person.call(cdrExportApi.exportRecords, { body: day });
  await office.ports.database.system((trx) =>
    trx.updateTable("enterprise").set({ hiddenGlobalPhone: 1 }).where("compId", "=", compId).execute(),
  );
  await office.ports.jobs.start();
  await done(person, id);
  const rows = await rowsOf(await fetched(person, id));
  expect(rows).toHaveLength(2_250);
  expect(new Set(rows.map((row) => row["坐席工号"]))).toEqual(new Set(["1001"]));
  expect(rows.every((row) => /^138\*{4}\d{4}$/.test(String(row["主叫号码"])))).toBe(true);
});

test("the export may also be started by its name, by whom its button was granted", async () => {
  const { id } = await office.administrator.call(fileDownloadApi.add, {
    body: { kind: "callRecord", name: "一号坐席", params: { ...day, agentId: "1001", caller: "", stray: 1 } },
  });
  expect(await done(office.administrator, id)).toMatchObject({
    rows: 2_250,
    name: expect.stringMatching(/^一号坐席_/),
  });
  await expect(
    office.administrator.call(fileDownloadApi.add, { body: { kind: "callRecord", params: { caller: "x" } } }),
  ).rejects.toThrow("主叫号码只能是数字");
  await expect(
    office.operator.call(fileDownloadApi.add, { body: { kind: "callRecord", params: day } }),
  ).rejects.toMatchObject({ status: 403 });
});

test("what the list refuses is refused when it is asked", async () => {
  await expect(
    office.administrator.call(cdrExportApi.exportRecords, {
      body: { startTime: "2026-03-02 00:00:00", endTime: "2026-03-01 00:00:00" },
    }),
  ).rejects.toThrow("开始时间不能晚于结束时间");
  await expect(agent.call(cdrExportApi.addPackage, { body: day })).rejects.toMatchObject({ status: 403 });
});

test("a workbook at once", async () => {
  const { bytes, headers } = await office.administrator.file(cdrExportApi.sheet, {
    query: { ...day, agentId: "1002" },
  } as never);
  expect(headers["content-disposition"]).toContain("attachment");
  expect(await rowsOf(bytes)).toHaveLength(2_250);
});

test("a package holds the recordings that are there, and a list of all", async () => {
  const { id } = await office.administrator.call(cdrExportApi.addPackage, { body: { ...day, name: "三月录音" } });
  const job = await done(office.administrator, id, cdrExportApi.packages);
  expect(job).toMatchObject({ rows: 2, name: expect.stringMatching(/^三月录音_\d+\.zip$/) });
  expect(
    (await office.administrator.call(fileDownloadApi.list, { body: { pageNo: 1, pageSize: 100 } })).list.map(
      (each) => each.id,
    ),
  ).not.toContain(id);
  const files = await unzip(await fetched(office.administrator, id));
  expect([...files.keys()]).toEqual([
    "index.xlsx",
    "录音/20260301-000000_呼入_13800000001_1002_call-00001.wav",
    "录音/20260301-000000_呼入_13800000000_1001_call-00000.wav",
  ]);
  expect(files.get("录音/20260301-000000_呼入_13800000000_1001_call-00000.wav")!.equals(recording())).toBe(true);
  expect((await rowsOf(files.get("index.xlsx")!)).map((row) => row["录音文件"])).toEqual([
    "录音已被清理",
    "录音/20260301-000000_呼入_13800000001_1002_call-00001.wav",
    "录音/20260301-000000_呼入_13800000000_1001_call-00000.wav",
  ]);
  const none = await office.administrator.call(cdrExportApi.addPackage, { body: { ...day, caller: "13899999999" } });
  expect(
    await done(office.administrator, none.id, cdrExportApi.packages, "failed").catch((error: Error) => error.message),
  ).toMatchObject({ error: "没有符合条件的录音" });
});

test("a recording to keep, and one side of it; not of a call one may not see", async () => {
  const whole = await office.administrator.file(fileApi.record, { query: { callId: "call-00000" } } as never);
  expect(whole.bytes.equals(recording())).toBe(true);
  expect(whole.headers["content-disposition"]).toContain(encodeURIComponent("录音_20260301000000_call-00000.wav"));
  for (const [channel, sample] of [
    ["left", (i: number) => i],
    ["right", () => -7],
  ] as const) {
    const { bytes, headers } = await office.administrator.file(fileApi.split, {
      query: { callId: "call-00000", channel },
    } as never);
    expect(headers["content-length"]).toBe(String(44 + frames * 2));
    expect([bytes.length, bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt32LE(40)]).toEqual([
      44 + frames * 2,
      1,
      8_000,
      frames * 2,
    ]);
    expect(Array.from({ length: frames }, (_, i) => bytes.readInt16LE(44 + i * 2))).toEqual(
      Array.from({ length: frames }, (_, i) => sample(i)),
    );
  }
  // 下载录音 is no right of agents by default.
  for (const endpoint of [fileApi.record, fileApi.split])
    expect((await agent.file(endpoint, { query: { callId: "call-00000" } } as never)).status).toBe(403);
  for (const callId of ["foreign"]) {
    expect(
      JSON.parse((await office.administrator.file(fileApi.split, { query: { callId } } as never)).bytes.toString()),
    ).toMatchObject({ code: 404, msg: "通话记录不存在" });
    await expect(
      office.administrator.call(fileApi.ticket, { body: { kind: "record", id: callId } }),
    ).rejects.toBeInstanceOf(Refusal);
  }
  const { url } = await office.administrator.call(fileApi.ticket, {
    body: { kind: "split", id: "call-00000", channel: "right" },
  });
  expect((await office.app.fastify.inject(url)).rawPayload).toHaveLength(44 + frames * 2);
});

test("a store with addresses for browsers is where a ticket leads, once the right was looked at", async () => {
  const { blobs } = office.ports;
  const asked: unknown[] = [];
  const { link, shared } = blobs;
  Object.assign(blobs, {
    shared: true,
    link: async (...given: unknown[]) => {
      asked.push(given);
      return "https://store.example.com/x?signed";
    },
  });
  try {
    const open = async (body: { kind: "record" | "split"; id: string; channel?: "right" }) =>
      office.app.fastify.inject((await office.administrator.call(fileApi.ticket, { body })).url);
    const reply = await open({ kind: "record", id: "call-00000" });
    expect([reply.statusCode, reply.headers["location"], reply.body]).toEqual([
      303,
      "https://store.example.com/x?signed",
      "",
    ]);
    expect(reply.headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store, private" });
    expect(asked).toEqual([
      [
        "recordings/0.wav",
        {
          disposition: expect.stringMatching(
            /^attachment; .*filename\*=UTF-8''%E5%BD%95%E9%9F%B3_\d+_call-00000\.wav$/,
          ),
          contentType: "audio/wav",
          seconds: 60,
        },
      ],
    ]);
    // One side of a recording is no blob: the server makes it.
    expect((await open({ kind: "split", id: "call-00000", channel: "right" })).statusCode).toBe(200);
    // Nobody without the right is led anywhere, and asking for the file itself never leaves the server.
    await expect(
      office.administrator.call(fileApi.ticket, { body: { kind: "record", id: "foreign" } }),
    ).rejects.toBeInstanceOf(Refusal);
    expect((await office.administrator.file(fileApi.record, { query: { callId: "call-00000" } })).status).toBe(200);
    expect(asked).toHaveLength(1);
  } finally {
    Object.assign(blobs, { shared, link });
  }
});
