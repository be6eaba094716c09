import { reconcile } from "../../event-log/index.ts";
import { queuesOf } from "../testing/queues.ts";
import { stagesOf, type Page, type Stage } from "../testing/stage.ts";
import { takeOverEach } from "../testing/take-over.ts";
import { messageLimits } from "./message-offers.ts";

const settings = { voicemailOffer: 1, voicemailOfferS: 20, voicemailWorkS: 90, menuEveryS: 20, menuVoicemail: 1 };
const leave = async (s: Stage, number = "13800138000") => {
  const { leg } = await s.customer(number);
  await s.advance(20_000);
  s.sw.press(leg, "3");
  await s.advance(6_000);
  s.sw.press(leg, "#");
  await s.advance(500);
  s.sw.leave(leg);
  await s.advance(messageLimits.settled);
  return (await s.records()).at(-1)!["callId"] as string;
};
const offerOf = (page: Page) => {
  const json = page.last("messageOffer")?.["json"] ?? "";
  return json === "" ? undefined : (JSON.parse(json) as Record<string, unknown>);
};
const rows = (s: Stage) =>
  s.ports.database.system((trx) =>
    trx
      .selectFrom("queued_contact")
      .select(["id", "state", "agentId", "callId"])
      .where("compId", "=", s.compId)
      .where("kind", "=", "voicemail")
      .orderBy("askedAt")
      .execute(),
  );

describe("Q15 on a stage of its own", () => {
  let s: Stage;
  const stage = stagesOf((made) => (s = made), { group: { maxWaitS: 0, announceEveryS: 0 } });
  const q = queuesOf(() => s);
  beforeEach(async () => {
    await stage();
    await q.change(settings);
  });
  /** Somebody is signed in, so that callers wait. */
  const attended = () => s.signIn("1003");

  test("Q15 a ready agent is offered the oldest message, accepts it, and sees to it for a while as in a wrap-up", async () => {
    await attended();
    const first = await leave(s);
    await leave(s, "13900000000");
    const page = await s.ready("1001");
    expect(offerOf(page)).toBeUndefined();
    await s.advance(messageLimits.look);
    const offer = offerOf(page)!;
    expect(offer).toMatchObject({ callId: first, number: "13800138000", groupName: "客服一组", lengthS: 5 });
    expect(page.code()).toBe(1);
    expect(await page.command("acceptMessage", { id: offer["id"] as string })).toEqual({
      code: 1,
      fields: { callId: first },
    });
    expect(page.code()).toBe(4);
    expect(page.reason()).toBe("messageTaken");
    expect(offerOf(page)).toBeUndefined();
    expect(await rows(s)).toMatchObject([{ agentId: "1001", state: "waiting", callId: first }, { agentId: null }]);
    expect(await s.track(first)).toEqual(expect.arrayContaining(["messageOffered", "messageOfferEnded"]));
    await s.advance(90_000);
    expect(page.code()).toBe(1);
    expect(await reconcile(s.ports.database)).toMatchObject({ found: 0 });
  });

  test("Q15 a message that goes on being handled is finished by hand, and without a length calls go on", async () => {
    await attended();
    await leave(s);
    await q.change({ voicemailWorkS: 0 });
    const page = await s.ready("1001");
    await s.advance(1_000);
    await page.command("acceptMessage", { id: offerOf(page)!["id"] as string });
    expect(page.code()).toBe(1);
  });

  test("Q15 nobody is offered one while a caller waits, and a call takes the card away again", async () => {
    await attended();
    await leave(s);
    const page = await s.ready("1001");
    await s.advance(1_000);
    const { id } = offerOf(page)! as { id: string };
    const { leg } = await s.customer("13900000001");
    expect(offerOf(page)).toBeUndefined();
    expect(page.callView()).toMatchObject({ number: "13900000001" });
    expect(await page.command("acceptMessage", { id })).toMatchObject({ code: -404 });
    // A colleague gets ready while the caller still rings at the first.
    const other = await s.ready("1002");
    await s.advance(5_000);
    expect(offerOf(other)).toBeUndefined();
    s.sw.leave(leg);
    await s.advance(1_000);
    const holders = [page, other].filter((each) => offerOf(each));
    expect(holders).toHaveLength(1);
  });

  test("Q15 declined, or not answered in time, it goes to the next; who let it go rests", async () => {
    await attended();
    const callId = await leave(s);
    const page = await s.ready("1001");
    await s.advance(1_000);
    expect(await page.command("declineMessage", { id: "other" })).toMatchObject({ code: -404 });
    expect(await page.command("declineMessage")).toMatchObject({ code: -400 });
    expect(await page.command("declineMessage", { id: offerOf(page)!["id"] as string })).toEqual({ code: 1 });
    expect(page.code()).toBe(1);
    const other = await s.ready("1002");
    await s.advance(1_000);
    expect(offerOf(other)).toMatchObject({ callId });
    await s.advance(20_000);
    expect([offerOf(page), offerOf(other)]).toEqual([undefined, undefined]);
    expect((await s.track(callId)).filter((type) => type === "messageOffered")).toHaveLength(2);
    await s.advance(messageLimits.rest);
    expect([offerOf(page), offerOf(other)]).toEqual([undefined, undefined]);
    await s.advance(messageLimits.again);
    expect((await s.track(callId)).filter((type) => type === "messageOffered").length).toBeGreaterThan(2);
  });

  test("Q15 two at once: one has it, the other is told so; a supervisor's word counts", async () => {
    await attended();
    await leave(s);
    const page = await s.ready("1001");
    await s.advance(1_000);
    const { id } = offerOf(page)! as { id: string };
    await s.ports.database.system((trx) =>
      trx.updateTable("queued_contact").set({ agentId: "1002" }).where("id", "=", id).execute(),
    );
    expect(await page.command("acceptMessage", { id })).toEqual({ code: -404, msg: "该留言已由他人处理" });
    expect(page.code()).toBe(1);
    await page.command("setState", { state: "2" });
    await leave(s, "13900000002");
    await page.command("setState", { state: "1" });
    await s.advance(1_000);
    const next = offerOf(page)! as { id: string };
    const both = await Promise.all([
      page.command("acceptMessage", { id: next.id }),
      page.command("acceptMessage", { id: next.id }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([-404, 1]);
  });

  test("Q15 given to a seat by a supervisor it is offered no longer; given back it is", async () => {
    await attended();
    await leave(s);
    const page = await s.ready("1001");
    await s.advance(1_000);
    const { id } = offerOf(page)! as { id: string };
    const give = async (agentId: string | null) => {
      await s.ports.database.system((trx) =>
        trx.updateTable("queued_contact").set({ agentId }).where("id", "=", id).execute(),
      );
      await s.ports.broker.publish("message.changed", { compId: s.compId, id });
      await s.advance(1_000);
    };
    await give("1002");
    expect(offerOf(page)).toBeUndefined();
    await give(null);
    expect(offerOf(page)).toMatchObject({ id });
  });

  test("Q15 a group that does not want it offers none; who may not see numbers sees none", async () => {
    await attended();
    await leave(s);
    await q.change({ voicemailOffer: 0 });
    const page = await s.ready("1001");
    await s.advance(60_000);
    expect(offerOf(page)).toBeUndefined();
    await q.change({ voicemailOffer: 1 });
    const hidden = await s.signIn("1002", { hide: true });
    await hidden.command("setState", { state: "1" });
    await s.advance(1_000);
    expect(offerOf(hidden)).toMatchObject({ number: "138****8000" });
  });
});

describe("Q15 over a takeover", () => {
  const t = takeOverEach();

  test("Q15 the next engine offers what nobody accepted, and what was accepted to nobody", async () => {
    await queuesOf(() => t.s).change({ ...settings, maxWaitS: 0, announceEveryS: 0 });
    await t.s.signIn("1003");
    const first = await leave(t.s);
    const page = await t.s.ready("1001");
    await t.s.advance(1_000);
    await page.command("acceptMessage", { id: offerOf(page)!["id"] as string });
    const second = await leave(t.s, "13900000003");
    await t.s.ready("1002");
    await t.s.advance(messageLimits.settled);
    await t.takeOver();
    const back = await t.back("1002");
    await t.s.advance(1_000);
    expect(offerOf(back)).toMatchObject({ callId: second });
    const again = await t.back("1001");
    expect(again.code()).toBe(4);
    await t.s.advance(90_000);
    expect(again.code()).toBe(1);
    expect(await rows(t.s)).toMatchObject([{ callId: first, agentId: "1001" }, { callId: second }]);
  });
});
