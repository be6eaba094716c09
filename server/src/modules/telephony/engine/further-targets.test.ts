/** Messages, callbacks and numbers outside where a number or an overflow leads there (docs/protocol.md Q18). */
import { queuesOf } from "../testing/queues.ts";
import { stageEach, type Stage } from "../testing/stage.ts";

let s: Stage;
stageEach((made) => (s = made), { group: { maxWaitS: 60, announceEveryS: 0, wrapUpS: 0 } });
const q = queuesOf(() => s);
const contacts = () =>
  s.ports.database.system((trx) =>
    trx.selectFrom("queued_contact").selectAll().where("compId", "=", s.compId).execute(),
  );
const last = async () => (await s.records()).at(-1)!;

test("Q18 a number that leads to messages: no queue, no menu; the group's limit ends it", async () => {
  await q.change({ voicemailMaxS: 30 });
  await q.leadTo("voicemail", q.own());
  await s.customer();
  await s.advance(31_000);
  await s.advance(20_000);
  expect(await last()).toMatchObject({ cause: "voicemailLeft" });
  expect(await contacts()).toMatchObject([{ kind: "voicemail", skillGroupId: q.own(), number: "13800138000" }]);
  const track = await s.track((await last())["callId"] as string);
  expect(track).toContain("voicemailStarted");
  expect(track).not.toContain("queued");
});

test("Q18 a wait that is over leads to a callback: confirmed by 1, kept with the arrival of the call", async () => {
  await q.change({ overflowWaitKind: "callback", overflowWaitId: q.own() });
  await s.signIn("1001");
  const { leg } = await s.customer();
  await s.advance(61_000);
  s.sw.press(leg, "1");
  await s.advance(21_000);
  const record = await last();
  expect(record).toMatchObject({ cause: "callbackRequested" });
  expect(await contacts()).toMatchObject([
    { kind: "callback", skillGroupId: q.own(), number: "13800138000", arrivedAt: record["startAt"], state: "waiting" },
  ]);
});

test("Q18 another number may be typed; who presses nothing hears so and is let go, with the cause of the overflow", async () => {
  await q.leadTo("callback", q.own());
  await s.called("13911112222");
  const { leg } = await s.customer();
  s.sw.press(leg, "2");
  for (const key of "13911112222#1") s.sw.press(leg, key);
  await s.advance(21_000);
  expect(await contacts()).toMatchObject([{ number: "13911112222" }]);
  await s.customer("13900000000");
  await s.advance(40_000);
  expect(await last()).toMatchObject({ cause: "byTarget", caller: "13900000000" });
  const { leg: third } = await s.customer("13900000001");
  s.sw.leave(third);
  await s.settle();
  expect(await last()).toMatchObject({ cause: "abandonedInQueue", caller: "13900000001" });
  expect(await contacts()).toHaveLength(1);
});

test("Q18 a number outside is called for the customer and talks with him; in vain he is let go", async () => {
  const mobile = await s.called("13911112222");
  await q.leadTo("outside", "13911112222");
  const { leg } = await s.customer();
  const [out] = s.sw.at(mobile);
  expect(s.sw.request(out!)).toMatchObject({ to: mobile, from: s.number });
  s.sw.pickUp(out!);
  await s.settle();
  expect([s.sw.hears(leg), s.sw.hears(out!)]).toEqual([`leg ${out}`, `leg ${leg}`]);
  s.sw.leave(leg);
  await s.settle();
  expect(await last()).toMatchObject({ cause: "completed" });
  await s.customer("13900000000");
  await s.advance(60_000);
  expect(await last()).toMatchObject({ cause: "noAnswer", caller: "13900000000" });
  await q.leadTo("outside", "13900009999");
  await s.customer("13900000003");
  await s.advance(30_000);
  expect(await last()).toMatchObject({ cause: "unreachable" });
});
