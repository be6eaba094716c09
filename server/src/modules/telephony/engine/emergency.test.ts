import { compile } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { reconcile } from "../../event-log/index.ts";
import { seedFlow } from "../../flows/index.ts";
import { noFlows } from "../flows.ts";
import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { group: { maxWaitS: 0, announceEveryS: 0, wrapUpS: 0 } });
const q = queuesOf(() => s);
const last = async () => (await s.records()).at(-1)!;
const steps = async () => (await s.track((await last())["callId"] as string)).map((step) => step.split(":")[0]);

type Subject = "number" | "skillGroup";
/** As the service does: the row first, then the engine is told. */
async function press(subject: Subject, id: string, more: object = {}): Promise<void> {
  const row = { compId: s.compId, subject, subjectId: id, action: "close", onAt: new Date(), onBy: "班长", ...more };
  await s.ports.database.system((trx) => trx.insertInto("emergency_switch").values(row).execute());
  await told(subject, id);
}
async function told(subject: Subject, id: string): Promise<void> {
  await s.engine.request({ verb: "emergency", compId: s.compId, subject, id, by: "1005", name: "班长" });
  await s.settle();
}
const release = async (subject: Subject, id: string): Promise<void> => {
  await s.ports.database.system((trx) => trx.deleteFrom("emergency_switch").where("compId", "=", s.compId).execute());
  await told(subject, id);
};

beforeEach(() => stage());

describe("Q13 emergency switch", () => {
  test("of a number: who calls then hears the announcement and is let go; agents are not rung", async () => {
    const page = await s.ready("1001");
    await press("number", s.number, { action: "announce", text: "机房维护，请明天再拨" });
    const { leg } = await s.customer();
    expect(page.code()).toBe(1);
    expect(s.sw.hears(leg)).toMatch(/^file /);
    await s.advance(20_000);
    expect(await last()).toMatchObject({ cause: "emergencyClosed", result: 587 });
    await release("number", s.number);
    await s.customer("13900000000");
    expect(page.code()).toBe(5);
  });

  test("those who wait there hear it at once; what they waited is kept", async () => {
    await s.signIn("1001");
    await s.customer();
    await s.advance(10_000);
    await press("skillGroup", q.own(), { action: "announce", text: "系统故障" });
    expect((await steps()).slice(-2)).toEqual(["queued", "diverted"]);
    await s.advance(20_000);
    expect(await last()).toMatchObject({ cause: "emergencyClosed", waitMs: expect.any(Number) });
    expect(await reconcile(s.ports.database)).toMatchObject({ found: 0 });
  });

  test("G116 into a flow: who waits is led into it, and who calls then begins in it", async () => {
    const flow = body([
      node("开始", "start", { to: { next: "告知" } }),
      node("告知", "keyNav", {
        says: ["系统故障"],
        config: { keys: ["1"] },
        to: { "key-1": "挂机", timeout: "挂机", invalid: "挂机" },
      }),
      node("挂机", "hangup"),
    ]);
    const program = compile({ flowId: "calm", versionId: "c1", flowType: 1, body: flow, voice: null });
    await stage({
      flows: {
        ...noFlows,
        resolve: async () => program,
        speak: (_compId, text) => s.ports.speech.speak(text),
      },
    });
    await s.ports.database.system((trx) =>
      seedFlow(trx, s.compId, { id: "calm", versionId: "c1", name: "应急流程", body: flow, at: new Date(0) }),
    );
    await s.signIn("1001");
    const waiting = await s.customer();
    await press("skillGroup", q.own(), { action: "target", targetKind: "flow", targetId: "calm" });
    expect((await steps()).filter((step) => step === "diverted" || step === "flowEntered")).toEqual([
      "diverted",
      "flowEntered",
    ]);
    expect(s.sw.hears(waiting.leg)).toMatch(/^file /);
    s.sw.press(waiting.leg, "1");
    await s.settle();
    expect(await last()).toMatchObject({ cause: "flowEnded" });
    await s.customer("13900000000");
    expect(await steps()).toContain("flowEntered");
  });

  test("to another target: they wait there by their arrival, and so do those who come", async () => {
    await s.signIn("1001");
    const other = await q.group("备用组", { "1002": 1 });
    await q.onlyIn("1002", other);
    const page = await s.signIn("1002");
    await s.customer("13800000001");
    await s.advance(5_000);
    await press("skillGroup", q.own(), { action: "target", targetKind: "skillGroup", targetId: other });
    await s.customer("13800000002");
    await page.command("setState", { state: "1" });
    expect(page.callView()).toMatchObject({ number: "13800000001", skillGroupName: "备用组" });
    expect(await last()).toMatchObject({ skillGroupId: other });
  });

  const visit = async () =>
    s.ports.database.system((trx) =>
      trx
        .selectFrom("call_visit")
        .select(["outcome", "flowTo", "waitMs"])
        .where("compId", "=", s.compId)
        .orderBy("enteredAt", "desc")
        .executeTakeFirstOrThrow(),
    );

  test("one whose telephone rings may be answered: that was no overflow", async () => {
    const page = await s.ready("1001");
    await s.customer();
    await press("skillGroup", q.own());
    await s.advance(3_000);
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.settle();
    expect(await steps()).not.toContain("diverted");
    expect(await visit()).toEqual({ outcome: "answered", flowTo: null, waitMs: 3_000 });
    // Sent on he waits where he was sent to, whatever was pressed before.
    const other = await q.group("spare", { "1002": 1 });
    await q.onlyIn("1002", other);
    await s.signIn("1002");
    const { callId } = page.callView()!;
    expect(await page.command("transfer", { callId, skillGroup: other })).toEqual({ code: 1 });
    await s.settle();
    expect((await steps()).at(-1)).toBe("queued");
    expect(await visit()).toMatchObject({ outcome: "open" });
    expect(await reconcile(s.ports.database)).toMatchObject({ found: 0 });
  });

  test("one whose telephone rings may be answered; in vain, the caller is led there", async () => {
    const page = await s.ready("1001");
    const { leg } = await s.customer();
    await press("skillGroup", q.own());
    expect(page.code()).toBe(5);
    await s.advance(20_000);
    expect(await visit()).toEqual({ outcome: "flowed", flowTo: "overflow", waitMs: 20_000 });
    expect([page.code(), page.reason()]).toEqual([2, "noAnswer"]);
    expect(s.sw.hears(leg)).toMatch(/^file /);
    await s.advance(20_000);
    expect(await last()).toMatchObject({ cause: "emergencyClosed" });
    const second = await s.ready("1001");
    await release("skillGroup", q.own());
    await s.customer("13900000000");
    s.sw.pickUp(s.sw.at(second.user)[0]!);
    await s.settle();
    await press("skillGroup", q.own());
    expect(second.callView()?.phase).toBe("talking");
  });

  test("a dispatch queue goes on in its other groups; without any it is closed", async () => {
    const other = await q.group("备用组", { "1002": 1 });
    await q.dispatchQueue([
      [q.own(), 5],
      [other, 5],
    ]);
    await s.signIn("1001");
    await s.signIn("1002");
    await s.customer();
    await press("skillGroup", q.own());
    expect((await steps()).slice(-2)).toEqual(["diverted", "queued"]);
    expect(await last()).toMatchObject({ skillGroupId: other });
    await press("skillGroup", other);
    await s.advance(20_000);
    expect(await last()).toMatchObject({ cause: "emergencyClosed" });
  });

  test("Q13 of a number: who has talked and was sent on waits there, when it is pressed and when it is released", async () => {
    const other = await q.group("service", { "1002": 1 });
    await q.onlyIn("1002", other);
    await s.signIn("1002");
    const { page, leg, callId } = await talkWith(s);
    expect(await page.command("transfer", { callId, skillGroup: other })).toEqual({ code: 1 });
    const stays = async () => {
      expect([s.sw.hears(leg), (await steps()).at(-1)]).toEqual(["music", "queued"]);
    };
    await stays();
    await press("number", s.number, { action: "announce", text: "机房维护，请明天再拨" });
    await stays();
    await release("number", s.number);
    await stays();
    // The switch of the group that he waits in is his, too.
    await press("skillGroup", other);
    expect((await steps()).at(-1)).toBe("diverted");
  });

  test("Q13 of a number: whom a supervisor sent to another queue waits there; who waits where it led is led away", async () => {
    const other = await q.group("service", { "1002": 1 });
    await q.onlyIn("1002", other);
    await s.signIn("1001");
    await s.signIn("1002");
    const sent = await s.customer("13800000001");
    const callId = (await last())["callId"] as string;
    const to = { kind: "skillGroup", id: other } as const;
    await s.engine.request({ verb: "sendOn", compId: s.compId, callId, to, by: "1005", name: "班长" });
    await s.settle();
    await s.advance(1);
    const waits = await s.customer("13800000002");
    await press("number", s.number, { action: "announce", text: "系统故障" });
    expect([s.sw.hears(sent.leg), s.sw.hears(waits.leg)]).toEqual(["music", expect.stringMatching(/^file /)]);
  });

  test("another enterprise's waiting callers stay where they are", async () => {
    await s.signIn("1001");
    const { leg } = await s.customer();
    await s.engine.request({
      verb: "emergency",
      compId: "999999",
      subject: "skillGroup",
      id: q.own(),
      by: "x",
      name: "x",
    });
    await s.settle();
    expect(s.sw.hears(leg)).toBe("music");
    expect((await steps()).at(-1)).toBe("queued");
  });
});
