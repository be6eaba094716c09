import type { Database } from "../../../ports/database.ts";
import { createTestDatabase } from "../../../testing/index.ts";
import { queuesOf } from "../testing/queues.ts";
import { createStage, type Page, type Stage } from "../testing/stage.ts";

/** What follows a call that was missed, and one that is over. */
let s: Stage;
let database: Database;
const q = queuesOf(() => s);
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  s = await createStage({ database, greeting: "", group: { announceEveryS: 0, wrapUpS: 10, maxWaitS: 0, ringS: 20 } });
});
afterEach(() => s.stop());

async function serve(page: Page): Promise<void> {
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  await page.command("hangup", { callId: page.callView()!.callId });
  await s.settle();
}
const state = (page: Page) => [page.code(), page.reason()];

describe("Q7 missed calls", () => {
  test("an agent is set busy at the group's limit of calls in a row, and rung no more", async () => {
    await q.change({ missLimit: 2 });
    const page = await s.ready("1001");
    await s.customer();
    await s.advance(20_000);
    // Nobody else is there: it rings again.
    expect(state(page)).toEqual([5, "rings"]);
    await s.advance(20_000);
    expect(state(page)).toEqual([2, "noAnswer"]);
    await s.advance(60_000);
    expect(page.code()).toBe(2);
    // The way back is the one press it always was, and the count begins anew.
    await page.command("setState", { state: "1" });
    await s.advance(20_000);
    expect(state(page)).toEqual([5, "rings"]);
  });

  test("who misses a call stands behind the others, and an answer makes it forgotten", async () => {
    await q.change({ missLimit: 2, wrapUpS: 0 });
    const first = await s.ready("1001");
    await s.advance(1_000);
    const second = await s.ready("1002");
    await s.customer();
    await s.advance(20_000);
    expect([first.code(), second.code()]).toEqual([1, 5]);
    await serve(second);
    await s.customer("13900000000");
    await serve(first);
    await second.command("setState", { state: "2" });
    await s.customer("13900000001");
    await s.advance(20_000);
    expect(state(first)).toEqual([5, "rings"]);
  });
});

describe("Q8 wrap-up", () => {
  test("none: ready at once", async () => {
    await q.change({ wrapUpMode: "none" });
    const page = await s.ready("1001");
    await s.customer();
    await serve(page);
    expect(page.code()).toBe(1);
  });

  test("timed: the agent cannot cut it short; what is wanted next begins when it is over", async () => {
    await q.change({ wrapUpMode: "timed" });
    const page = await s.ready("1001");
    await s.customer();
    await serve(page);
    expect(page.last("agentState")).toMatchObject({ code: "4", fixed: "1" });
    expect(await page.command("finishWrapUp")).toEqual({ code: -403 });
    await page.command("setState", { state: "2" });
    await s.advance(9_999);
    expect(page.code()).toBe(4);
    await s.advance(1);
    expect(state(page)).toEqual([2, "wrapUpTimeout"]);
  });

  test("until finished: no time ends it", async () => {
    await q.change({ wrapUpMode: "untilFinished", wrapUpS: 0 });
    const page = await s.ready("1001");
    await s.customer();
    await serve(page);
    await s.advance(3_600_000);
    expect(page.code()).toBe(4);
    expect(page.last("agentState")).not.toHaveProperty("endsAt");
    expect(await page.command("extendWrapUp")).toEqual({ code: -403 });
    expect(await page.command("finishWrapUp")).toEqual({ code: 1 });
    expect(page.code()).toBe(1);
  });

  test("it is made longer once, by what the group says", async () => {
    await q.change({ wrapUpExtendS: 15 });
    const page = await s.ready("1001");
    expect(await page.command("extendWrapUp")).toEqual({ code: -403 });
    await s.customer();
    await serve(page);
    expect(page.last("agentState")).toMatchObject({ extendMs: "15000" });
    await s.advance(5_000);
    expect(await page.command("extendWrapUp")).toEqual({ code: 1 });
    expect(state(page)).toEqual([4, "wrapUpExtended"]);
    expect(page.last("agentState")).not.toHaveProperty("extendMs");
    expect(await page.command("extendWrapUp")).toEqual({ code: -403 });
    await s.advance(19_999);
    expect(page.code()).toBe(4);
    await s.advance(1);
    expect(state(page)).toEqual([1, "wrapUpTimeout"]);
  });

  describe("out of whichever call", () => {
    const wraps = ({ last }: Page) => {
      const { code, fixed, endsAt, extendMs } = last("agentState") ?? {};
      return [Number(code), fixed === "1", endsAt !== undefined, extendMs !== undefined];
    };
    const rules = [
      ["timed", { wrapUpExtendS: 15 }, [4, true, true, true]],
      ["untilFinished", { wrapUpS: 0 }, [4, false, false, false]],
    ] as const;

    test.each(rules)("%s: one that the agent made himself", async (wrapUpMode, more, expected) => {
      await q.change({ wrapUpMode, ...more });
      const page = await s.ready("1001");
      const far = await s.called("13800138000");
      await page.command("makeCall", { number: "13800138000" });
      s.sw.pickUp(s.sw.at(far)[0]!);
      await s.settle();
      await page.command("hangup", { callId: page.callView()!.callId });
      expect(wraps(page)).toEqual(expected);
    });

    test.each(rules)("%s: one that was sent to him, and one that he took over", async (wrapUpMode, more, expected) => {
      await q.change({ wrapUpMode, ...more });
      const first = await s.ready("1001");
      await s.customer();
      s.sw.pickUp(s.sw.at(first.user)[0]!);
      await s.settle();
      const { callId } = first.callView()!;
      const second = await s.ready("1002");
      await first.command("transfer", { callId, agentId: "1002" });
      expect(wraps(first)).toEqual(expected);
      s.sw.pickUp(s.sw.at(second.user)[0]!);
      await s.settle();
      const third = await s.ready("1003");
      await second.command("consult", { callId, agentId: "1003" });
      s.sw.pickUp(s.sw.at(third.user)[0]!);
      await s.settle();
      await second.command("tranfer", { callId });
      expect(wraps(second)).toEqual(expected);
      await third.command("hangup", { callId });
      expect(wraps(third)).toEqual(expected);
    });
  });
});
