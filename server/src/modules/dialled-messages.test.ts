/** 发送短信 before calls (D25): once a number, the call after its waiting time, bound as the call is. Real engine and database. */
import { formatTime, minuteMs } from "@liantai/api/contract";
import type { BeforeRecipe } from "@liantai/api/contract/admin";
import { diallers, joins, ledger, makeTask, phones, progress, setState, told as wake } from "../testing/dial-floor.ts";
import type { RecipeWorld } from "./dialling/index.ts";
import { refuse } from "./dialling/index.ts";
import { createRecipeSweep } from "./dialling/recipes/sweep.ts";
import { allowAll } from "./telephony/screening.ts";
import { stagesOf, type Stage, type StageOptions } from "./telephony/testing/stage.ts";

let s: Stage;
let barred: string;
const screen: StageOptions["screen"] = async (question) =>
  question.callee === barred
    ? { ok: false, cause: "blacklisted", reason: "号码在企业黑名单中", forGood: true }
    : allowAll(question);
const stage = stagesOf((made) => (s = made), { diallers, screen, group: { wrapUpS: 0 } });
const [one, two] = ["13800138001", "13800138002"] as const;
let sent: string[];

const nothing = () => Promise.reject(new Error("not asked"));
const effects: RecipeWorld["effects"] = {
  ...{ order: nothing, reserve: nothing, field: nothing },
  sms: async ({ phone, callId }, { smsId }) => {
    sent.push(`${phone} ${smsId} ${callId}`);
    return async () => "短信已提交发送";
  },
};
const sweep = async () => {
  await createRecipeSweep({ ports: s.ports, effects }).sweep();
  await s.settle();
};

beforeEach(async () => {
  [sent, barred] = [[], ""];
  await stage();
});

const first: BeforeRecipe = {
  ...{ name: "先短信", conditions: [], action: "sms", smsId: "gateway", waitMin: 10, reason: "", priority: 5 },
};
const runs = async (more: Parameters<typeof makeTask>[1] = {}) => {
  const id = await makeTask(s, { agents: ["1001"], phones: [one], retries: [], recipesBefore: [first], ...more });
  await s.ready("1001");
  await joins(s, id, "1001");
  await s.advance(1_000);
  return id;
};
const actions = (taskId: string) =>
  s.ports.database.tenant(s.compId, (trx) =>
    trx.selectFrom("dial_action").selectAll().where("taskId", "=", taskId).orderBy("id").execute(),
  );
const detail = "先发送短信，10分钟后拨打（策略“先短信”）";

test("D25 a message goes out first, the call follows after its waiting time and not before; both once", async () => {
  const user = await s.called(one);
  const id = await runs({ inAll: 2, retries: [{ codes: [594], afterMin: 5, times: 1, otherSlot: 0, otherNumber: 0 }] });
  await sweep();
  await sweep();
  expect(sent).toEqual([`${one} gateway `]);
  expect(s.sw.at(user)).toEqual([]);
  expect(await phones(s, id)).toMatchObject([{ state: "retry", reason: detail, attempts: 0 }]);
  expect(await progress(s, id)).toMatchObject({ retry: 1, waiting: 0, live: 0 });
  expect(await actions(id)).toMatchObject([
    { recipe: "先短信", state: "done", outcome: "短信已提交发送", attemptId: "" },
  ]);
  const [entry] = await ledger(s);
  const checks = ["task", "hours", "attempts", "consent"].map((check) => expect.objectContaining({ check }));
  expect(JSON.parse(entry!.body)).toMatchObject({ check: "recipe", detail, state: "retry", checks });
  await s.advance(9 * minuteMs);
  expect(s.sw.at(user)).toEqual([]);
  await s.advance(minuteMs);
  expect(s.sw.at(user)).toHaveLength(1);
  // Called once more it has had its message.
  s.sw.leave(s.sw.at(user)[0]!, "no-answer", { sipCode: 480, rang: true });
  await s.advance(5 * minuteMs + 1_000);
  expect(s.sw.at(user)).toHaveLength(1);
  await sweep();
  expect([sent.length, (await phones(s, id))[0]]).toEqual([1, expect.objectContaining({ attempts: 2 })]);
});

test("D25 D27 killed after the message was planned: sent once by whoever comes after, and the number is called in its time", async () => {
  await s.called(one);
  const id = await runs();
  const dueAt = (await phones(s, id))[0]!.nextAt!.getTime();
  await s.kill();
  await stage({ after: s });
  const user = await s.called(one);
  await s.ready("1001");
  await joins(s, id, "1001");
  await sweep();
  await sweep();
  expect(sent).toHaveLength(1);
  expect((await actions(id)).map(({ state }) => state)).toEqual(["done"]);
  await s.advance(dueAt - s.ports.clock.now() + 1_000);
  expect(s.sw.at(user)).toHaveLength(1);
});

test("D25 whom a call may not reach has no message either: blacklist, consent, hours", async () => {
  await s.called(one);
  barred = one;
  const black = await runs();
  expect(await phones(s, black)).toMatchObject([{ state: "skipped", reason: "号码在企业黑名单中" }]);
  await setState(s, black, "stopped");
  const marketing = await runs({ phones: [two], kind: "marketing" });
  expect(await phones(s, marketing)).toMatchObject([{ state: "skipped", reason: expect.stringContaining("同意") }]);
  await setState(s, marketing, "stopped");
  const clock = (ms: number): string => formatTime(s.ports.clock.now() + ms).slice(11, 16);
  barred = "";
  await runs({ windows: [{ from: clock(60 * minuteMs), to: clock(90 * minuteMs) }] });
  await sweep();
  expect(sent).toEqual([]);
});

test("D25 a message whose waiting time ends outside of the hours is left to the next opening", async () => {
  const user = await s.called(one);
  const clock = (ms: number): string => formatTime(s.ports.clock.now() + ms).slice(11, 16);
  const id = await runs({
    windows: [
      { from: clock(-minuteMs), to: clock(5 * minuteMs) },
      { from: clock(12 * minuteMs), to: clock(60 * minuteMs) },
    ],
  });
  await sweep();
  expect([sent, (await phones(s, id))[0]]).toEqual([[], expect.objectContaining({ state: "retry", attempts: 0 })]);
  await s.advance(13 * minuteMs);
  await sweep();
  expect([sent.length, s.sw.at(user).length]).toEqual([1, 0]);
  await s.advance(9 * minuteMs);
  expect(s.sw.at(user)).toHaveLength(1);
});

test("D25 who refuses calls before his message went out gets none", async () => {
  await s.called(one);
  const id = await runs();
  await refuse(s.ports, { compId: s.compId, number: one, by: "按键" });
  await sweep();
  expect(sent).toEqual([]);
  expect(await actions(id)).toMatchObject([{ state: "refused", outcome: "号码已不再等待拨打，不再发送短信" }]);
});

test("D25 a message that comes too late for its call is not sent, though the number waits for another", async () => {
  const user = await s.called(one);
  const id = await runs({ inAll: 2, retries: [{ codes: [594], afterMin: 5, times: 1, otherSlot: 0, otherNumber: 0 }] });
  await s.advance(10 * minuteMs);
  s.sw.leave(s.sw.at(user)[0]!, "no-answer", { sipCode: 480, rang: true });
  await s.advance(1_000);
  expect(await phones(s, id)).toMatchObject([{ state: "retry", attempts: 1 }]);
  await sweep();
  expect(sent).toEqual([]);
  expect(await actions(id)).toMatchObject([{ state: "refused", outcome: "号码已拨打，不再发送短信" }]);
});

test("D25 no more have their message than are called in time", async () => {
  const list = Array.from({ length: 30 }, (_, n) => `138${String(20_000_000 + n)}`);
  for (const phone of list) await s.called(phone);
  const id = await runs({ phones: list });
  for (let n = 0; n < 40; n += 1) await s.advance(1_000);
  await sweep();
  expect(sent).toHaveLength(20);
  expect(await progress(s, id)).toMatchObject({ retry: 20, waiting: 10 });
  await wake(s, id);
  expect((await phones(s, id)).filter(({ state }) => state === "claimed")).toEqual([]);
  const { waitsFor } = await s.ports.database.tenant(s.compId, (trx) =>
    trx.selectFrom("dial_task").select("waitsFor").where("id", "=", id).executeTakeFirstOrThrow(),
  );
  expect(waitsFor).toBe("等待已发送短信的号码拨打");
});

test("D25 whom the recipe does not fit is called while no more may have their message", async () => {
  const list = Array.from({ length: 25 }, (_, n) => `138${String(30_000_000 + n)}`);
  for (const phone of list) await s.called(phone);
  const plain = await s.called(two);
  const only = {
    ...first,
    conditions: [{ of: "variable", name: "短信", op: "filled", values: [], count: 0 }],
  } as const;
  const id = await makeTask(s, {
    ...{ agents: ["1001"], phones: [...list, two], retries: [], order: "first", state: "notStarted" },
    recipesBefore: [only as never],
  });
  await s.ports.database.tenant(s.compId, (trx) =>
    trx.updateTable("dial_phone").set({ variables: '{"短信":"1"}' }).where("phone", "in", list).execute(),
  );
  await setState(s, id, "running");
  await s.ready("1001");
  await joins(s, id, "1001");
  for (let n = 0; n < 20; n += 1) await s.advance(1_000);
  await sweep();
  expect(sent).toHaveLength(20);
  expect(s.sw.at(plain)).toHaveLength(1);
  expect(await progress(s, id)).toMatchObject({ retry: 25, waiting: 0, live: 1 });
});
