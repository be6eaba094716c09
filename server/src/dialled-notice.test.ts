/**
 * E17 and E19 of dialling over the wire: a server process with its own switch calls telephones that hear, press and refuse; each hears its
 * own text as it is synthesised, and every INVITE that a telephone got has one entry in the ledger, which a command verifies.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { readPcm } from "@liantai/api/wav";
import { dialTaskApi, taskPhoneApi, voiceNoticeApi } from "@liantai/api/contract/admin";
import type { ReplyOf } from "@liantai/api/contract";
import { createPgliteDatabase } from "./adapters/embedded/database/index.ts";
import { body as drawn, node } from "./testing/flow-calls/drawing.ts";
import { FlowCaller } from "./testing/flow-calls/flow-caller.ts";
import { Studio } from "./testing/flow-calls/studio.ts";
import { until } from "./testing/processes.ts";
import { likeness } from "./testing/sip/likeness.ts";
import type { SipClient } from "./testing/sip/sip-client.ts";
import { childEnv } from "./testing/child-env.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.open({ DIAL_HOURS: "00:00-24:00" });
});
afterAll(() => studio?.close());

const template = "${客户姓名}您好，${月份}电费${金额}元，请${期限}前到${地址}缴纳";
const people = [
  { contact: "王芳", variables: { 月份: "三月", 金额: "一百二十", 期限: "周五", 地址: "东门" } },
  { contact: "李建国", variables: { 月份: "五月", 金额: "八十六", 期限: "月底", 地址: "南站" } },
  { contact: "欧阳", variables: { 月份: "九月", 金额: "三千", 期限: "明天", 地址: "西湖路" } },
];
const textOf = ({ contact, variables: v }: (typeof people)[number]) =>
  `${contact}您好，${v.月份}电费${v.金额}元，请${v.期限}前到${v.地址}缴纳`;
const phoneOf = (n: number) => `1380000700${n}`;
const retries = [{ codes: [594], afterMin: 10, times: 1, otherSlot: 0, otherNumber: 0 }];
const invites = new Map<string, number>();

/** A telephone that can be called: it has called once. */
async function telephone(number: string, phone: string): Promise<SipClient> {
  const client = await studio.page(number, phone);
  await client.register();
  const first = await client.call(number);
  await first.ended;
  return client;
}

async function spoken(text: string): Promise<Int16Array> {
  const query = new URLSearchParams({ text, tts: "" });
  const reply = await studio.admin.raw(`${voiceNoticeApi.preview.path}?${query}`);
  return readPcm(Buffer.from(await reply.arrayBuffer())).channels[0]!;
}

/** All of it, by the sender's clock. */
function heardBy({ hearing: { packets } }: FlowCaller): Int16Array {
  const first = packets[0]!.atMs;
  const samples = new Int16Array(Math.round((packets.at(-1)!.atMs - first) * 8) + 160);
  for (const packet of packets) samples.set(packet.samples, Math.round((packet.atMs - first) * 8));
  return samples;
}

async function takes(client: SipClient, n: number, key: string): Promise<Int16Array> {
  const call = await client.incoming(60_000);
  invites.set(phoneOf(n), (invites.get(phoneOf(n)) ?? 0) + 1);
  const caller = new FlowCaller(call, phoneOf(n));
  await call.answer();
  await call.peer.connected;
  // The text, whenever a busy machine begins it, and then the wait for a key.
  await caller.hearing.silence(1_000, 60_000, (await caller.hearing.sound(0, 60_000)) + 200);
  if (key !== "") await caller.press(key);
  await caller.hungUp();
  return heardBy(caller);
}

test("E17 each hears its own text; the confirm key is stored, no key is told again, a repeated push counts once", async () => {
  const { admin } = studio;
  const number = await studio.number(
    await studio.flow(drawn([node("start", "开始", "start", { to: { next: "end" } }), node("end", "挂机", "hangup")])),
  );
  const clients = await Promise.all([0, 1, 2, 3].map((n) => telephone(number, phoneOf(n))));
  const made = { name: "电费", text: template, tts: "", confirmKey: "1", repeats: 1 };
  const { id: templateId } = await admin.post<{ id: string }>(voiceNoticeApi.add.path, made);
  const { id: taskId } = await admin.post<{ id: string }>(dialTaskApi.add.path, {
    ...{ taskIdentity: "电费通知", ftype: 5, templateId, accessNumbers: [number], repeats: 1, retries },
  });
  const phones = [
    ...people.map((person, n) => ({ phone: phoneOf(n), ...person })),
    { phone: phoneOf(3), contact: "忙", variables: {} },
    // Nobody's.
    { phone: phoneOf(9), contact: "无", variables: {} },
  ];
  const push = async () => {
    const reply = await fetch(`${studio.url}${taskPhoneApi.add.path}`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
        "idempotency-key": "notice-1",
      },
      body: JSON.stringify({ taskId, phones }),
    });
    return (await reply.json()) as { readonly data: unknown };
  };
  const receipt = await push();
  expect(receipt).toMatchObject({ code: 1, data: { total: 5, succeed: 5 } });
  expect(await push()).toEqual(receipt);
  await admin.post(dialTaskApi.start.path, { id: taskId });
  const keys = ["1", "1", ""];
  const [heard] = await Promise.all([
    Promise.all(people.map((_person, n) => takes(clients[n]!, n, keys[n]!))),
    clients[3]!.incoming(60_000).then((call) => {
      invites.set(phoneOf(3), 1);
      call.refuse(486);
    }),
  ]);
  const texts = await Promise.all(people.map((person) => spoken(textOf(person))));
  const alike = heard.map((sound) => texts.map((text) => Math.round(likeness(sound, text) * 100) / 100));
  alike.forEach((row, n) =>
    row.forEach((like, of) => (of === n ? expect(like).toBeGreaterThan(0.9) : expect(like).toBeLessThan(0.6))),
  );
  const listed = async () =>
    (
      await admin.post<ReplyOf<typeof taskPhoneApi.list>>(taskPhoneApi.list.path, { taskId, pageNo: 1, pageSize: 50 })
    ).list.toSorted((a, b) => a.phone.localeCompare(b.phone));
  await until("all are told", async () =>
    (await listed()).every(({ state }) => ["done", "retry", "skipped"].includes(state)),
  );
  expect((await listed()).map(({ state, result, lastCode, attempts }) => [state, result, lastCode, attempts])).toEqual([
    ["done", "已确认", 200, 1],
    ["done", "已确认", 200, 1],
    ["retry", "未按键", 200, 1],
    ["done", "", 588, 1],
    ["skipped", "", null, 0],
  ]);
}, 180_000);

const verify = () =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, "tools/ledger-verify.ts")], {
    env: childEnv({ DATA_DIR: studio.server.folder }),
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { readonly code: number; readonly stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );
const inDatabase = async <T>(work: (database: Awaited<ReturnType<typeof createPgliteDatabase>>) => Promise<T>) => {
  const database = await createPgliteDatabase({ folder: join(studio.server.folder, "db") });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

test("E19 D12 every INVITE on the wire has its one entry, and every entry its INVITE; a changed row is found where it is", async () => {
  await studio.people.leave();
  await studio.server.end();
  const { told, entries } = await inDatabase((database) =>
    database.system(async (trx) => ({
      told: await trx
        .selectFrom("dial_ledger as l")
        .innerJoin("dial_attempt as a", "a.id", "l.attemptId")
        .where("l.kind", "=", "dialled")
        .select("a.phone")
        .execute(),
      entries: await trx.selectFrom("dial_ledger").select(["seq", "kind", "body"]).orderBy("seq").execute(),
    })),
  );
  expect(told.map(({ phone }) => phone).sort()).toEqual(
    [...invites].flatMap(([phone, n]) => Array(n).fill(phone)).sort(),
  );
  expect(invites.size).toBe(4);
  const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length;
  expect(["dialled", "ended", "skipped"].map(count)).toEqual([4, 4, 1]);
  expect(await verify()).toEqual({ code: 0, stdout: `100001: ${entries.length} entries hold\n` });
  const { seq } = entries.find(({ kind, body }) => kind === "ended" && body.includes('"code":200'))!;
  await inDatabase((database) =>
    database.system(async (trx) => {
      // As whoever has the server's disk may: the product's own roles are granted no change.
      await sql`reset role`.execute(trx);
      await sql`update dial_ledger set body = replace(body, '"code":200', '"code":594') where seq = ${seq}`.execute(
        trx,
      );
    }),
  );
  expect(await verify()).toEqual({ code: 1, stdout: `100001: broken at entry ${seq}: it was changed\n` });
}, 120_000);
