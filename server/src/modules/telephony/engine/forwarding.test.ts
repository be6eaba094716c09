/** 呼转: a seat's calls go to its transfer number (docs/protocol.md K39). */
import { isContact, readStream, reconcile } from "../../event-log/index.ts";
import { publish } from "../../topics.ts";
import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Page, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";
import type { CallQuestion } from "../screening.ts";

let s: Stage;
const stage = stagesOf((each) => (s = each));
const { leadTo } = queuesOf(() => s);
const mobile = "13900001111";

/** As an administrator's form stores it. */
async function forwards(agentId: string, forwardModes: string, forwardTo: string) {
  const { compId } = s;
  await s.ports.database.system((trx) =>
    trx
      .updateTable("seat")
      .set({ forwardModes, forwardTo })
      .where("compId", "=", compId)
      .where("agentId", "=", agentId)
      .execute(),
  );
  await publish(s.ports.broker, "seat.changed", { compId, agentId });
  await s.advance(200);
}
const legs = async () =>
  (
    await s.ports.database.system((trx) =>
      trx.selectFrom("call_leg").selectAll().where("compId", "=", s.compId).orderBy("callId").orderBy("seq").execute(),
    )
  ).map(({ role, agentId, number, accessNumber, result, left }) => [role, agentId, number, accessNumber, result, left]);
const facts = async () => {
  const [row] = await s.records();
  const id = String(row!["callId"]);
  return (await s.ports.database.system((trx) => readStream(trx, { compId: s.compId, stream: "contact", id }))).filter(
    isContact,
  );
};
const forwardFacts = async () => (await facts()).map(({ fact }) => fact).filter(({ type }) => type === "forwarded");
const sound = async () => expect(await reconcile(s.ports.database)).toMatchObject({ found: 0 });
async function pickUp(user: string) {
  const leg = s.sw.at(user).at(-1)!;
  s.sw.pickUp(leg);
  await s.settle();
  return leg;
}
const busyWithCustomer = (page: Page) => page.command("setState", { state: "2" });

test("K39 always: a call for the seat rings at its number outside, which sees a number of the enterprise; the leg is a line", async () => {
  await stage();
  await leadTo("seat", "1001");
  await forwards("1001", "always", mobile);
  const page = await s.ready("1001");
  const out = await s.called(mobile);
  const { leg } = await s.customer();
  expect(s.sw.at(page.user)).toEqual([]);
  const far = s.sw.at(out).at(-1)!;
  expect(s.sw.request(far)).toMatchObject({ from: s.number });
  expect(s.sw.hears(leg)).toBe("tone");
  s.sw.pickUp(far);
  await s.settle();
  expect([s.sw.hears(leg), s.sw.hears(far)]).toEqual([`leg ${far}`, `leg ${leg}`]);
  s.sw.leave(leg);
  await s.settle();
  expect(await forwardFacts()).toEqual([
    { type: "forwarded", agentId: "1001", number: "1001", mode: "always", to: mobile, displayed: s.number },
  ]);
  expect(await legs()).toMatchObject([
    ["customer", null, "13800138000", s.number, 200, "customerHungUp"],
    ["agent", null, mobile, s.number, 200, "customerHungUp"],
  ]);
  await sound();
});

test("K39 always: the seat is offered no call of its queues, and is told so by its bar at once, in a call too", async () => {
  await stage();
  const { page, leg } = await talkWith(s);
  expect(page.last("transferNumber")).toEqual({ mode: "", number: "" });
  await forwards("1001", "always", mobile);
  expect(page.last("transferNumber")).toEqual({ mode: "always", number: mobile });
  s.sw.leave(leg);
  await s.settle();
  await page.command("finishWrapUp");
  expect(page.code()).toBe(1);
  await s.customer("13800000002");
  expect([page.code(), page.callView()]).toEqual([1, undefined]);
  await forwards("1001", "busy", mobile);
  expect([page.code(), page.callView()?.number]).toEqual([5, "13800000002"]);
});

test("K39 noAnswer: it rings at the seat first; the seat is not set busy, and its leg says 呼转", async () => {
  await stage();
  await leadTo("seat", "1001");
  await forwards("1001", "noAnswer", mobile);
  const page = await s.ready("1001");
  const out = await s.called(mobile);
  await s.customer();
  expect(page.code()).toBe(5);
  await s.advance(30_000);
  expect([page.code(), page.callView()]).toEqual([1, undefined]);
  await pickUp(out);
  expect(await legs()).toMatchObject([
    ["customer", null, "13800138000", s.number, 200, null],
    ["agent", "1001", "1001", null, 594, "noAnswer"],
    ["agent", null, mobile, s.number, 200, null],
  ]);
  await sound();
});

test("K39 busy and offline: not ready, in a call, declined; not signed in", async () => {
  await stage();
  await leadTo("seat", "1001");
  await forwards("1001", "busy,offline", mobile);
  const out = await s.called(mobile);
  const rung = () => s.sw.at(out).length;
  const { leg: first } = await s.customer("13800000001");
  expect(rung()).toBe(1);
  s.sw.leave(first);
  await s.settle();
  const page = await s.signIn("1001");
  await busyWithCustomer(page);
  const { leg: second } = await s.customer("13800000002");
  expect(rung()).toBe(1);
  s.sw.leave(second);
  await s.settle();
  await page.command("setState", { state: "1" });
  await s.customer("13800000003");
  expect([rung(), page.code()]).toEqual([0, 5]);
  s.sw.leave(s.sw.at(page.user)[0]!, "busy");
  await s.settle();
  expect([rung(), page.code()]).toEqual([1, 1]);
});

test("K39 a colleague's call to the extension is forwarded, too: the line counts and is billed, the caller hears it ring", async () => {
  await stage();
  await forwards("1002", "noAnswer", mobile);
  const one = await s.ready("1001");
  const two = await s.ready("1002");
  const out = await s.called(mobile);
  expect((await one.command("makeCall", { number: "1002" })).code).toBe(1);
  expect(two.code()).toBe(5);
  await s.advance(45_000);
  expect([two.code(), one.code()]).toEqual([1, 15]);
  const far = await pickUp(out);
  expect(s.sw.hears(s.sw.at(one.user)[0]!)).toBe(`leg ${far}`);
  await one.command("hangup", { callId: one.callView()!.callId });
  expect(await legs()).toMatchObject([
    ["agent", "1001", "1001", null, 200, "agentHungUp"],
    ["agent", "1002", "1002", null, 594, "forwarded"],
    ["agent", null, mobile, s.number, 200, "agentHungUp"],
  ]);
  await sound();
});

test("K39 consult and transfer follow it; a transfer that nobody takes comes back as ever", async () => {
  await stage();
  await forwards("1002", "offline", mobile);
  const { page, callId, leg } = await talkWith(s);
  const out = await s.called(mobile);
  expect(await page.command("consult", { callId, agentId: "1002" })).toEqual({ code: 1 });
  const asked = await pickUp(out);
  expect([page.code(), s.sw.hears(asked), s.sw.hears(leg)]).toEqual([11, `leg ${s.sw.at(page.user)[0]}`, "music"]);
  await page.command("consultCancel", { callId });
  expect(await page.command("transfer", { callId, agentId: "1002" })).toEqual({ code: 1 });
  expect(s.sw.at(out)).toHaveLength(1);
  await s.advance(30_000);
  expect(page.code()).toBe(5);
  await pickUp(page.user);
  s.sw.leave(leg);
  await s.settle();
  expect((await facts()).map(({ fact }) => fact.type)).toEqual(
    expect.arrayContaining(["forwarded", "transferFailed", "answeredAgain"]),
  );
  await sound();
});

test("K39 A to B to A is refused: the call ends as if it had not been forwarded", async () => {
  await stage();
  await leadTo("seat", "1001");
  await forwards("1001", "always", "1002");
  await forwards("1002", "always", "1001");
  const pages = [await s.ready("1001"), await s.ready("1002")];
  await s.customer();
  await s.advance(20_000);
  expect(pages.map((page) => [page.code(), page.callView()])).toEqual([
    [1, undefined],
    [1, undefined],
  ]);
  expect((await forwardFacts()).length).toBe(1);
  expect(await s.records()).toMatchObject([{ cause: "unreachable" }]);
  expect((await facts()).map(({ fact }) => fact)).toContainEqual({
    type: "screened",
    ok: false,
    text: "呼转形成循环：1001→1002→1001",
  });
});

test("K39 to a colleague, who is rung as itself and forwards in turn; one who is in a call is not", async () => {
  await stage();
  await leadTo("seat", "1001");
  await forwards("1001", "always", "1002");
  await forwards("1002", "noAnswer", mobile);
  const two = await s.ready("1002");
  const out = await s.called(mobile);
  await s.customer();
  expect(two.code()).toBe(5);
  await s.advance(30_000);
  await pickUp(out);
  expect((await forwardFacts()).map((fact) => "to" in fact && fact.to)).toEqual(["1002", mobile]);
  await sound();
  await s.ready("1003");
  await two.command("makeCall", { number: "1003" });
  await s.customer("13800000002");
  expect((await s.records()).at(-1)).toMatchObject({ endAt: null });
  await s.advance(20_000);
  expect((await s.records()).at(-1)).toMatchObject({ cause: "busy" });
});

test("K39 the number is screened as the seat's own call: blacklist, arrears and a full line end it as if nobody answered", async () => {
  const asked: CallQuestion[] = [];
  await stage({
    screen: async (question) => {
      asked.push(question);
      return question.callee === mobile
        ? { ok: false, cause: "blacklisted", reason: "号码在企业黑名单中" }
        : { ok: true };
    },
  });
  await leadTo("seat", "1001");
  await forwards("1001", "noAnswer", mobile);
  await s.ready("1001");
  const out = await s.called(mobile);
  await s.customer();
  await s.advance(30_000);
  expect(asked.at(-1)).toEqual({
    compId: s.compId,
    direction: "outbound",
    caller: s.number,
    callee: mobile,
    agentId: "1001",
  });
  expect(s.sw.at(out)).toEqual([]);
  expect((await facts()).map(({ fact }) => fact)).toContainEqual({
    type: "screened",
    ok: false,
    text: "号码在企业黑名单中",
  });
  await s.advance(20_000);
  expect(await s.records()).toMatchObject([{ cause: "noAnswer" }]);
  await sound();
});

test("K39 whoever hangs up, or cancels the transfer number, while it is being found out ends it: nobody is rung", async () => {
  await stage();
  await leadTo("seat", "1001");
  await forwards("1001", "noAnswer", "1002");
  await s.ready("1001");
  const two = await s.ready("1002");
  const { leg } = await s.customer();
  await s.settle();
  // The ring is over, and the caller is gone before the look-up is.
  await s.ports.clock.advance(30_000);
  s.sw.leave(leg);
  await s.settle();
  expect([two.code(), two.callView()]).toEqual([1, undefined]);
  await s.customer("13800000002");
  await s.ports.database.system((trx) =>
    trx.updateTable("seat").set({ forwardModes: "", forwardTo: "" }).where("compId", "=", s.compId).execute(),
  );
  await s.advance(30_000);
  expect(two.code()).toBe(1);
  expect((await s.records()).map((row) => row["cause"])).toEqual(["abandonedRinging", null]);
  await sound();
});
