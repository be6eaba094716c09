/** Experiments in calls: each half hears its own words or its own voice, and is dialled in its own hours. */
import { dialTaskApi, taskExperimentApi, taskPhoneApi, voiceNoticeApi } from "@liantai/api/contract/admin";
import { hourMs, type BodyOf } from "@liantai/api/contract";
import { createSilentSpeech } from "../testing/idle.ts";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";
import { attempts, diallers, joins, makeTask, told } from "../testing/dial-floor.ts";
import { halfOf } from "./dialling/experiments/arms.ts";
import { publish } from "./topics.ts";
import { noFlows } from "./telephony/flows.ts";
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";

const compId = "100001";
const none = { numbers: [], text: "", flowId: "", templateId: "", tts: "", from: "", to: "" };
type Start = BodyOf<typeof taskExperimentApi.start>;
const voice = (name: string) => JSON.stringify({ engineId: "", voice: name, speed: 0, volume: 0, pitch: 0 });

describe("of notices", () => {
  let o: DialOffice;
  /** Of all tasks: what each number heard first. */
  const heard = new Map<string, string>();
  beforeAll(async () => {
    const silent = createSilentSpeech("/nowhere");
    // The file of a sentence is named by it and who speaks it.
    const speak = async (text: string, how?: { readonly voice?: string }) => `/said/${how?.voice || "own"}/${text}`;
    o = await openDialOffice({}, { speech: { ...silent, speak, synthesise: speak as never } });
    const { sw, clock } = o;
    sw.on((event) => {
      if (event.type !== "ringing") return;
      const { to } = sw.request(event.leg)!;
      const phone = typeof to === "string" ? to : to.number;
      clock.after(1_000, () => sw.pickUp(event.leg));
      clock.after(1_500, () => {
        if (!heard.has(phone)) heard.set(phone, sw.hears(event.leg));
      });
      clock.after(2_000, () => sw.at(`tel:${phone}`).includes(event.leg) && sw.leave(event.leg));
    });
  });
  afterAll(() => o?.close());

  const template = async (name: string, text: string) =>
    (await o.administrator.call(voiceNoticeApi.add, { body: { name, text, repeats: 1 } as never })).id;
  const phonesFrom = (first: number) => Array.from({ length: 8 }, (_, n) => `138${String(first + n).padStart(8, "0")}`);

  /** A task that is halved before its first call. */
  async function halved(templateId: string, phones: readonly string[], experiment: Partial<Start>) {
    const { administrator, ports } = o;
    const body = { taskIdentity: `通知${phones[0]}`, ftype: 5 as const, templateId, accessNumbers: [o.numbers[0]!] };
    const { id } = await administrator.call(dialTaskApi.add, { body: { ...body, concurrency: 50, perSecond: 50 } });
    const rows = phones.map((phone) => ({ phone }));
    await administrator.call(taskPhoneApi.add, { body: { taskId: id, phones: rows as never } });
    const usual = { metric: "answered", wanted: "", goesOn: 1, most: 5_000 } as const;
    await administrator.call(taskExperimentApi.start, {
      body: { ...usual, taskId: id, kind: "voice", a: none, b: none, ...experiment },
    });
    const experimentId = await ports.database.tenant(compId, (trx) =>
      trx.selectFrom("dial_experiment").select("id").where("taskId", "=", id).executeTakeFirstOrThrow(),
    );
    await administrator.call(dialTaskApi.start, { body: { id } });
    const half = (phone: string) => halfOf(experimentId.id, phone);
    return { id, half };
  }
  const find = (taskId: string) => o.administrator.call(taskExperimentApi.find, { body: { taskId } });

  test("D32 template: each half hears its own notice, and its first calls count", async () => {
    const [own, other] = [await template("甲", "请缴费"), await template("乙", "费用到期了")];
    const phones = phonesFrom(100);
    const { id, half } = await halved(own, phones, {
      kind: "template",
      a: { ...none, templateId: own },
      b: { ...none, templateId: other },
    });
    await o.advance(10_000);
    for (const phone of phones)
      expect([phone, heard.get(phone)]).toEqual([
        phone,
        `file /said/own/${half(phone) === "a" ? "请缴费" : "费用到期了"}`,
      ]);
    const { counts } = (await find(id))!;
    expect([counts.a.calls, counts.b.calls]).toEqual(
      ["a", "b"].map((arm) => phones.filter((phone) => half(phone) === arm).length),
    );
    expect(counts.a.hits + counts.b.hits).toBe(phones.length);
  });

  test("D32 voice: both halves hear the same words, one of them in another voice", async () => {
    const own = await template("丙", "您好请缴费");
    const phones = phonesFrom(200);
    const { half } = await halved(own, phones, { kind: "voice", b: { ...none, tts: voice("zh-f2") } });
    await o.advance(10_000);
    for (const phone of phones)
      expect([phone, heard.get(phone)]).toEqual([
        phone,
        `file /said/${half(phone) === "a" ? "own" : "zh-f2"}/您好请缴费`,
      ]);
  });

  test("D32 time: each half is dialled in its own hours alone, and 为什么没拨 says so", async () => {
    const own = await template("丁", "时段");
    const phones = phonesFrom(300);
    // It is past nine.
    const { id, half } = await halved(own, phones, {
      kind: "time",
      a: { ...none, from: "09:00", to: "11:00" },
      b: { ...none, from: "14:00", to: "16:00" },
    });
    await o.advance(10_000);
    const of = (arm: "a" | "b") => phones.filter((phone) => half(phone) === arm).sort();
    const dialled = () => phones.filter((phone) => heard.has(phone)).sort();
    expect(of("b").length).toBeGreaterThan(0);
    expect(dialled()).toEqual(of("a"));
    const listed = await o.administrator.call(taskPhoneApi.list, { body: { taskId: id, pageNo: 1, pageSize: 20 } });
    const late = listed.list.find(({ phone }) => phone === of("b")[0])!;
    expect(late).toMatchObject({ state: "retry", attempts: 0, nextAt: "2026-03-02 14:00:00" });
    const why = await o.administrator.call(dialTaskApi.why, { body: { id, phoneId: late.id } });
    expect(why).toMatchObject({ dials: false, nextAt: "2026-03-02 14:00:00" });
    expect(why.steps.find(({ check }) => check === "hours")).toMatchObject({
      passed: false,
      detail: expect.stringContaining("不在实验乙组的拨打时段 14:00-16:00 内"),
    });
    await o.clock.leap(3 * hourMs);
    await o.advance(10_000);
    expect(dialled()).toEqual(of("a"));
    await o.clock.leap(2 * hourMs);
    await o.advance(10_000);
    expect(dialled()).toEqual([...phones].sort());
    const { counts } = (await find(id))!;
    expect([counts.a.calls, counts.b.calls]).toEqual([of("a").length, of("b").length]);
  });
});

describe("of times that are over", () => {
  let o: DialOffice;
  const phones = Array.from({ length: 12 }, (_, n) => `138${String(400 + n).padStart(8, "0")}`);
  let taskId = "";
  let experimentId = "";
  const half = (phone: string) => halfOf(experimentId, phone);
  const attempted = async () =>
    (
      await o.ports.database.tenant(compId, (trx) =>
        trx.selectFrom("dial_attempt").select("phone").distinct().where("taskId", "=", taskId).execute(),
      )
    )
      .map(({ phone }) => phone)
      .sort();
  const of = (arm: "a" | "b") => phones.filter((phone) => half(phone) === arm).sort();

  /** It is past nine: the second half waits for 14:00, and one of its numbers for a retry that was promised besides. */
  beforeEach(async () => {
    o = await openDialOffice();
    const { administrator, ports, sw, clock } = o;
    sw.on((event) => {
      if (event.type !== "ringing") return;
      clock.after(1_000, () => sw.pickUp(event.leg));
      clock.after(2_000, () => sw.leave(event.leg));
    });
    const { id: templateId } = await administrator.call(voiceNoticeApi.add, {
      body: { name: "时段", text: "您好", repeats: 1 } as never,
    });
    const body = { taskIdentity: "时段", ftype: 5 as const, templateId, accessNumbers: [o.numbers[0]!] };
    taskId = (await administrator.call(dialTaskApi.add, { body: { ...body, concurrency: 50, perSecond: 50 } })).id;
    await administrator.call(taskPhoneApi.add, {
      body: { taskId, phones: phones.map((phone) => ({ phone })) as never },
    });
    await administrator.call(taskExperimentApi.start, {
      body: {
        ...{ taskId, kind: "time", metric: "answered", wanted: "", goesOn: 1, most: 5_000 },
        a: { ...none, from: "09:00", to: "11:00" },
        b: { ...none, from: "14:00", to: "16:00" },
      },
    });
    experimentId = (
      await ports.database.tenant(compId, (trx) =>
        trx.selectFrom("dial_experiment").select("id").where("taskId", "=", taskId).executeTakeFirstOrThrow(),
      )
    ).id;
    await administrator.call(dialTaskApi.start, { body: { id: taskId } });
    await o.advance(10_000);
    expect(await attempted()).toEqual(of("a"));
    expect(of("b").length).toBeGreaterThan(1);
  });
  afterEach(() => o?.close());

  test("D32 stopped: numbers that were put off to the hours of their half follow the task's at once; a retry keeps its time", async () => {
    const [promised] = of("b");
    await o.ports.database.system((trx) =>
      trx
        .updateTable("dial_phone")
        .set({ putOffBy: "" })
        .where("compId", "=", compId)
        .where("phone", "=", promised!)
        .execute(),
    );
    await o.administrator.call(taskExperimentApi.stop, { body: { taskId } });
    await o.advance(10_000);
    expect(await attempted()).toEqual(phones.filter((phone) => phone !== promised).sort());
    const { list } = await o.administrator.call(taskPhoneApi.list, { body: { taskId, pageNo: 1, pageSize: 20 } });
    expect(list.find(({ phone }) => phone === promised)).toMatchObject({ nextAt: "2026-03-02 14:00:00" });
  });

  test("D32 decided: they follow the better half's hours", async () => {
    await o.ports.database.system((trx) =>
      trx
        .updateTable("dial_experiment")
        .set({ state: "decided", better: "a", b: JSON.stringify({ from: "14:00", to: "16:00" }) })
        .where("compId", "=", compId)
        .execute(),
    );
    await publish(o.ports.broker, "task.changed", { compId, taskId });
    await o.advance(10_000);
    expect(await attempted()).toEqual([...phones].sort());
  });
});

describe("of greetings", () => {
  let s: Stage;
  const flows = { ...noFlows, speak: async (_: string, text: string, tts: string) => `/said/${tts}/${text}` };
  const stage = stagesOf((made) => (s = made), { diallers, flows, group: { wrapUpS: 0 } });
  beforeEach(async () => {
    await stage();
  });

  test("D32 voice: the greeting of an automatic task is spoken by the voice of the half", async () => {
    const list = Array.from({ length: 6 }, (_, n) => `1380013820${n}`);
    const users = new Map<string, string>();
    for (const phone of list) users.set(phone, await s.called(phone));
    const id = await makeTask(s, { agents: ["1001"], phones: list, greeting: "您好", mode: "ratio" });
    await s.ports.database.system((trx) =>
      trx
        .insertInto("dial_experiment")
        .values({
          ...{ compId: s.compId, taskId: id, id: "e1", kind: "voice", metric: "answered", goesOn: 1, most: 50 },
          ...{ a: "{}", b: JSON.stringify({ tts: voice("zh-f2") }), startedAt: new Date(s.ports.clock.now()) },
        })
        .execute(),
    );
    await told(s, id);
    await s.ready("1001");
    await joins(s, id, "1001");
    const heard: Record<string, string> = {};
    for (const phone of list) {
      const [leg] = s.sw.at(users.get(phone)!);
      if (!leg) continue;
      s.sw.pickUp(leg);
      await s.settle();
      heard[phone] = s.sw.hears(leg);
      s.sw.leave(leg);
      await s.advance(1_500);
    }
    expect((await attempts(s, id)).length).toBeGreaterThanOrEqual(list.length);
    for (const phone of list) {
      const other = `file /said/${voice("zh-f2")}/您好`;
      if (halfOf("e1", phone) === "b") expect([phone, heard[phone]]).toEqual([phone, other]);
      else expect([phone, heard[phone]]).toEqual([phone, expect.not.stringContaining("zh-f2")]);
    }
    expect(new Set(list.map((phone) => halfOf("e1", phone))).size).toBe(2);
  });
});
