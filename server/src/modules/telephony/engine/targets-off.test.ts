/** Numbers and overflows whose target is switched off (docs/protocol.md Q28, Q29). */
import { sql } from "kysely";
import { inFlows, menu } from "../testing/in-flows.ts";
import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";

let s: Stage;
const open = stagesOf((stage) => (s = stage));
const { stageOf } = inFlows(() => s, open);
const q = queuesOf(() => s);
const last = async () => (await s.records()).at(-1)!;
const steps = async () => s.track((await last())["callId"] as string);
const flowOff = () =>
  s.ports.database.system((trx) =>
    sql`update voice_flow set enabled = 0 where comp_id = ${s.compId} and id = 'f1'`.execute(trx),
  );
/** What is said to a caller, and how his call stands in the records. */
const nowhere = { cause: "unreachable", result: 586, answerAt: null, queuedAt: null };

test("Q28 a flow that is switched off goes on taking the calls of the number that leads to it", async () => {
  await stageOf(menu);
  await flowOff();
  await s.customer();
  expect(await steps()).toContain("flowEntered");
  expect(await last()).toMatchObject({ accessNumber: s.number });
});

test("Q28 and those of an overflow; an emergency switch that leads to it is closed (Q13)", async () => {
  await stageOf(menu);
  await flowOff();
  await q.leadTo("skillGroup", q.own());
  await q.change({ overflowAbsentKind: "flow", overflowAbsentId: "f1" });
  await s.customer();
  await s.advance(1_000);
  expect(await steps()).toContain("flowEntered");
  await s.ports.database.system((trx) =>
    trx
      .insertInto("emergency_switch")
      .values({
        compId: s.compId,
        subject: "number",
        subjectId: s.number,
        action: "target",
        text: "",
        targetKind: "flow",
        targetId: "f1",
        onAt: new Date(0),
        onBy: "x",
        toldAt: null,
      })
      .execute(),
  );
  await s.customer("13900000000");
  await s.advance(20_000);
  expect(await last()).toMatchObject({ caller: "13900000000", cause: "emergencyClosed" });
});

test("Q29 a number whose skill group is switched off answers with the sentence, and the call has a record", async () => {
  await open({});
  await s.ready("1001");
  await q.change({ enabled: 0 });
  const { leg } = await s.customer();
  expect(s.sw.hears(leg)).toMatch(/^file /);
  await s.advance(20_000);
  expect(s.sw.hears(leg)).toBe("gone");
  expect(await last()).toMatchObject({ ...nowhere, accessNumber: s.number, caller: "13800138000" });
  expect(await steps()).not.toContain("greetingStarted");
});

test.each([
  ["seat", "9999"],
  ["dispatchQueue", "none"],
  ["voicemail", "none"],
  ["flow", "none"],
])("Q29 over a trunk, too: a %s that is gone", async (kind, id) => {
  await open({});
  s.sw.capabilities = { outlives: false, trunks: true };
  await q.leadTo(kind, id);
  const leg = s.sw.invite("tel:13800138000", s.number, { trunk: "a", from: "13800138000" });
  await s.settle();
  expect(s.sw.hears(leg)).toMatch(/^file /);
  await s.advance(20_000);
  expect(await last()).toMatchObject({ ...nowhere, accessNumber: s.number });
});

test("Q29 for which nothing is set up is no number; an agent is told that a talk cannot go to one whose target is off", async () => {
  await open({});
  await q.leadTo("none", "");
  await s.customer("13900000000");
  expect(await last()).toMatchObject({ cause: "numberUnknown", accessNumber: null });
  await q.leadTo("skillGroup", q.own());
  const page = await s.ready("1001");
  const { leg } = await s.customer();
  await s.advance(1_500);
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  await q.leadTo("seat", "9999");
  const { callId } = page.callView()!;
  expect(await page.command("transfer", { callId, number: s.number })).toEqual({
    code: -403,
    msg: "该接入号码的目标已停用，不能转移",
  });
  expect(s.sw.hears(leg)).toBe(`leg ${s.sw.at(page.user)[0]}`);
});
