/** Attempts on a database: opened, withdrawn, closed once; what numbers, persons and counters are then. */
import type { TaskSettings } from "@liantai/api/contract/admin";
import { formatDate, formatTime, minuteMs } from "@liantai/api/contract";
import { openOffice, type Office } from "../../../testing/office.ts";
import type { Trx } from "../../../ports/database.ts";
import { readProgress } from "../progress-repository.ts";
import { historyOf } from "../engine/history-repository.ts";
import { makePreviewTask, type NewPreviewTask } from "../testing/preview-task.ts";
import { outcomeOf } from "./outcome.ts";
import { samePerson } from "./person-repository.ts";
import { closeAttempt, type CloseInput } from "./closing-repository.ts";
import { endWithCall } from "../phones/phone-repository.ts";
import { lockPhone, openAttempt, withdrawAttempt } from "./opening-repository.ts";

const compId = "100001";
let office: Office;
const within = <T>(run: (trx: Trx) => Promise<T>) => office.ports.database.tenant(compId, run);
const now = () => office.ports.clock.now();

beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const made = (id: string, settings: Partial<TaskSettings> = {}, more: Partial<NewPreviewTask> = {}) =>
  makePreviewTask(office.ports, { compId, id, agentIds: ["1001"], count: 3, settings, ...more });
const open = (id: string, attemptId: string) =>
  within(async (trx) =>
    openAttempt(trx, (await lockPhone(trx, compId, id, now()))!, {
      attemptId,
      callId: attemptId,
      ftype: 2,
      now: now(),
    }),
  );
const ended = (attemptId: string, code: number, more: Partial<CloseInput> = {}): Promise<unknown> =>
  within((trx) =>
    closeAttempt(
      trx,
      {
        ...{ compId, attemptId, code, cause: "noAnswer", answeredAt: null, connectedAt: null, endedAt: now() },
        ...{ agentId: "1001", abandoned: false, answerer: "", witness: "engine" },
        ...more,
      },
      office.ports.dialHours,
    ),
  );
const phone = (id: string) =>
  within((trx) =>
    trx
      .selectFrom("dial_phone")
      .selectAll()
      .where("compId", "=", compId)
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
const counters = async (taskId: string) => {
  const [row] = await within((trx) => readProgress(trx, compId, [taskId]));
  const { waiting, live, retry, done, skipped, attempts, answered, connected } = row!;
  return { waiting, live, retry, done, skipped, attempts, answered, connected };
};

test("an attempt is closed once: retry by its rule to the minute, the second close changes nothing", async () => {
  await made("r");
  expect(await open("r-0", "r1")).toBe(1);
  expect(await counters("r")).toMatchObject({ waiting: 2, live: 1, attempts: 1 });
  const at = now();
  expect(await ended("r1", 588)).toMatchObject({ state: "retry", nextAt: at + 10 * minuteMs, phoneId: "r-0" });
  expect(await ended("r1", 200)).toBeUndefined();
  const row = await phone("r-0");
  expect(row).toMatchObject({ state: "retry", lastCode: 588, attempts: 1, attemptsToday: 1, tries: { 0: 1 } });
  expect(row.nextAt?.getTime()).toBe(at + 10 * minuteMs);
  expect(await counters("r")).toMatchObject({ waiting: 2, live: 0, retry: 1, attempts: 1, answered: 0 });
});

test("D54 a machine or an abandoned call is dialled again where a rule names it, else done; a person who was spoken to never", async () => {
  const rule = (answers: ("machine" | "abandoned")[], afterMin: number) => ({
    ...{ codes: [], answers, afterMin, times: 1, otherSlot: 0, otherNumber: 0 },
  });
  await made("m", { retries: [rule(["machine"], 5), rule(["abandoned"], 7)] }, { count: 4 });
  const answered = (attemptId: string, more: Partial<CloseInput>) =>
    ended(attemptId, 200, { cause: "completed", answeredAt: now(), ...more });
  const at = now();
  await open("m-0", "m1");
  expect(await answered("m1", { answerer: "machine" })).toMatchObject({ state: "retry", nextAt: at + 5 * minuteMs });
  await open("m-1", "m2");
  expect(await answered("m2", { answerer: "person", abandoned: true })).toMatchObject({ nextAt: at + 7 * minuteMs });
  await open("m-2", "m3");
  expect(await answered("m3", { answerer: "fax" })).toMatchObject({ state: "done" });
  await open("m-3", "m4");
  expect(await answered("m4", { answerer: "person", connectedAt: at })).toMatchObject({ state: "done" });
  const kept = async (id: string) => {
    const { lastAnswerer, lastAbandoned } = await phone(id);
    return [lastAnswerer, lastAbandoned];
  };
  expect(await Promise.all(["m-0", "m-1", "m-2"].map(kept))).toEqual([
    ["machine", 0],
    ["person", 1],
    ["fax", 0],
  ]);
});

test("calls to a telephone number count for its frequency also when the number was deleted since", async () => {
  await made("f");
  await open("f-0", "f1");
  await ended("f1", 582);
  const { phone: called } = await phone("f-0");
  const of = () => ({ frequencyDays: 30, frequencyCalls: 9, now: now() });
  const calls = async () => (await within((trx) => historyOf(trx, compId, [called], of()))).get(called)!.calls;
  const before = await calls();
  expect(before).toBeGreaterThan(0);
  await within((trx) => trx.deleteFrom("dial_phone").where("compId", "=", compId).where("id", "=", "f-0").execute());
  expect(await calls()).toBe(before);
});

test("what no rule names, and what has had all its attempts, is done", async () => {
  await made("d", { inAll: 1 });
  await open("d-0", "d1");
  expect(await ended("d1", 582)).toMatchObject({ state: "done", nextAt: null });
  await open("d-1", "d2");
  expect(await ended("d2", 588)).toMatchObject({ state: "done" });
  expect(await counters("d")).toMatchObject({ done: 2, waiting: 1 });
});

test("a success closes the person's other numbers, and counts answer and talk", async () => {
  await made("p", {}, { phone: (at) => ({ person: at < 2 ? "王" : "" }) });
  await open("p-0", "p1");
  const answeredAt = now() - 30_000;
  const talk = { answeredAt, connectedAt: answeredAt, ringAt: answeredAt - 5_000, answerer: "person" as const };
  expect(await ended("p1", 200, talk)).toMatchObject({ state: "done", closedOthers: 1 });
  expect(await phone("p-1")).toMatchObject({ state: "skipped", reason: samePerson });
  expect(await phone("p-2")).toMatchObject({ state: "waiting" });
  expect(await counters("p")).toMatchObject({ done: 1, skipped: 1, waiting: 1, answered: 1, connected: 1 });
  const attempt = await within((trx) =>
    trx.selectFrom("dial_attempt").selectAll().where("id", "=", "p1").executeTakeFirstOrThrow(),
  );
  expect(attempt).toMatchObject({ ringMs: 5_000, talkMs: 30_000, code: 200, answerer: "person" });
});

test.each([
  ["a machine", { answerer: "machine", cause: "machineAnswered" }, 0],
  ["a fax", { answerer: "fax", cause: "machineAnswered" }, 0],
  ["nobody had him", { answerer: "person", cause: "taskAbandoned", abandoned: true }, 0],
  ["an agent had him late", { answerer: "person", abandoned: true }, 1],
  ["silence, which is a person", { answerer: "silence" }, 1],
] as const)(
  "D51 an answered call closes the person's other numbers when somebody was reached: %s",
  async (what, more, closed) => {
    const id = `n-${what}`;
    await made(id, {}, { phone: (at) => ({ person: at < 2 ? "郑" : "" }) });
    await open(`${id}-0`, `${id}-1`);
    expect(
      await ended(`${id}-1`, 200, { answeredAt: now(), connectedAt: what.endsWith("late") ? now() : null, ...more }),
    ).toMatchObject({ closedOthers: closed });
    expect(await phone(`${id}-1`)).toMatchObject({ state: closed === 1 ? "skipped" : "waiting" });
  },
);

test.each([
  ["others", "waiting", 0],
  ["next", "retry", 0],
  ["stop", "skipped", 1],
] as const)(
  "B16 somebody else answered, and the task says %s of the person's other numbers",
  async (wrongPerson, state, closed) => {
    const id = `w-${wrongPerson}`;
    await made(id, { wrongLevels: ["非本人"], wrongPerson }, { phone: (at) => ({ person: at < 2 ? "周" : "" }) });
    await open(`${id}-0`, `${id}-1`);
    const at = now();
    const talk = { answeredAt: at, connectedAt: at, answerer: "person" as const, level: "非本人" };
    expect(await ended(`${id}-1`, 200, talk)).toMatchObject({ state: "done", closedOthers: closed });
    expect(await phone(`${id}-1`)).toMatchObject({ state });
    if (wrongPerson === "next") expect((await phone(`${id}-1`)).nextAt?.getTime()).toBe(at);
  },
);

test("B16 another level than that of somebody else is a success as any", async () => {
  await made(
    "wb",
    { wrongLevels: ["非本人"], wrongPerson: "others" },
    { phone: (at) => ({ person: at < 2 ? "吴" : "" }) },
  );
  await open("wb-0", "wb1");
  const talk = { answeredAt: now(), connectedAt: now(), answerer: "person" as const, level: "A" };
  expect(await ended("wb1", 200, talk)).toMatchObject({ state: "done", closedOthers: 1 });
});

test("a rule for another number lets the person's next one be dialled instead", async () => {
  const rule = { codes: [594], afterMin: 5, times: 1, otherSlot: 0, otherNumber: 1 };
  await made("o", { retries: [rule] }, { phone: (at) => ({ person: at < 2 ? "李" : "" }) });
  await open("o-0", "o1");
  expect(await ended("o1", 594)).toMatchObject({ state: "done", nextAt: null });
  expect(await phone("o-1")).toMatchObject({ state: "retry", nextAt: new Date(now() + 5 * minuteMs) });
  expect(await counters("o")).toMatchObject({ done: 1, retry: 1, waiting: 1, live: 0 });
});

test("an attempt whose call never began is none; a number that was stopped while it was dialled stays stopped", async () => {
  await made("w");
  await open("w-0", "w1");
  expect(await within((trx) => withdrawAttempt(trx, compId, "w1"))).toEqual({ taskId: "w", phoneId: "w-0" });
  expect(await within((trx) => withdrawAttempt(trx, compId, "w1"))).toBeUndefined();
  expect(await phone("w-0")).toMatchObject({ state: "claimed", attempts: 0, attemptsToday: 0 });
  expect(await counters("w")).toMatchObject({ live: 1, attempts: 0 });
  await open("w-1", "w2");
  await within((trx) => trx.updateTable("dial_phone").set({ state: "stopped" }).where("id", "=", "w-1").execute());
  expect(await ended("w2", 588)).toMatchObject({ state: "stopped" });
  expect(await phone("w-1")).toMatchObject({ state: "stopped", lastCode: 588, nextAt: null });
});

test("D66 a number that is stopped, or whose person is reached, while it is called is called for the last time", async () => {
  const retries = [{ codes: [588], afterMin: 5, times: 3, otherSlot: 0, otherNumber: 0 }];
  await made("s", { retries }, { count: 4, phone: (at) => ({ person: at < 3 ? "钱" : "" }) });
  for (const at of [0, 1, 2, 3]) await open(`s-${at}`, `s${at}`);
  const talk = { answeredAt: now(), connectedAt: now(), answerer: "person" as const };
  expect(await ended("s0", 200, talk)).toMatchObject({ state: "done", closedOthers: 0 });
  // The calls go on.
  expect(await phone("s-1")).toMatchObject({ state: "dialling", reason: samePerson });
  expect(await ended("s1", 588)).toMatchObject({ state: "skipped", nextAt: null });
  expect(await phone("s-1")).toMatchObject({ state: "skipped", reason: samePerson, nextAt: null, lastCode: 588 });
  expect(await ended("s2", 200, talk)).toMatchObject({ state: "done" });
  expect(await phone("s-2")).toMatchObject({ state: "done", reason: "" });
  const stop = (id: string) => within((trx) => endWithCall(trx, { compId, taskId: "s", ids: [id] }, "已手动停止"));
  expect([await stop("s-3"), await stop("s-3"), await stop("s-2")]).toEqual([1, 0, 0]);
  expect(await ended("s3", 588)).toMatchObject({ state: "stopped" });
  expect(await phone("s-3")).toMatchObject({ state: "stopped", reason: "已手动停止", nextAt: null });
  expect(await counters("s")).toMatchObject({ live: 0, retry: 0, done: 2, skipped: 1 });
});

test("D57 D66 a call that never began of a number that was stopped meanwhile leaves it stopped, and in no hand", async () => {
  await made("u");
  await within((trx) =>
    trx
      .updateTable("dial_phone")
      .set({ takenAt: new Date(now() - 1) })
      .where("taskId", "=", "u")
      .execute(),
  );
  await open("u-0", "u0");
  await within((trx) => endWithCall(trx, { compId, taskId: "u", ids: ["u-0"] }, "已手动停止"));
  await within((trx) => withdrawAttempt(trx, compId, "u0"));
  expect(await phone("u-0")).toMatchObject({ state: "stopped", reason: "已手动停止", attempts: 0, takenAt: null });
  // It was called before: its result is asked for.
  await open("u-1", "u1");
  await ended("u1", 588);
  await open("u-1", "u2");
  await within((trx) => endWithCall(trx, { compId, taskId: "u", ids: ["u-1"] }, "已手动停止"));
  await within((trx) => withdrawAttempt(trx, compId, "u2"));
  expect(await phone("u-1")).toMatchObject({ state: "stopped", nextAt: null, takenAt: expect.any(Date) });
});

test("D51 D52 what a seat has in hand after its call stays there for its result when another number of the person is reached", async () => {
  await made("k", {}, { phone: () => ({ person: "孙" }) });
  await within((trx) =>
    trx
      .updateTable("dial_phone")
      .set({ takenAt: new Date(now() - 1), agentId: "1001" })
      .where("id", "in", ["k-1", "k-2"])
      .execute(),
  );
  await open("k-1", "k1");
  expect(await ended("k1", 588)).toMatchObject({ state: "retry" });
  // A colleague is reading it.
  await within((trx) => trx.updateTable("dial_phone").set({ state: "claimed" }).where("id", "=", "k-2").execute());
  await open("k-0", "k0");
  const talk = { answeredAt: now(), connectedAt: now(), answerer: "person" as const };
  expect(await ended("k0", 200, talk)).toMatchObject({ closedOthers: 2 });
  expect(await phone("k-1")).toMatchObject({ state: "skipped", takenAt: expect.any(Date) });
  expect(await phone("k-2")).toMatchObject({ state: "skipped", takenAt: null });
});

test("outcomes: who was reached is a person, a call cut off is unknown, the network's word is a signal", () => {
  const call = {
    ...{ result: 200, cause: "completed", startAt: 1, ringAt: 2, answerAt: 3, endAt: 9 },
    ...{ agentId: "1001", accessNumber: "4001" },
  };
  const reached = { code: 200, answeredAt: 3, connectedAt: 3, answerer: "person", displayed: "4001" };
  expect(outcomeOf(call, 10)).toMatchObject(reached);
  const unanswered = { ...call, answerAt: null };
  expect(outcomeOf({ ...unanswered, result: 180, endAt: null }, 10)).toMatchObject({ code: 0, endedAt: 10 });
  expect(outcomeOf({ ...unanswered, result: 588, release: { sipCode: 486 } }, 10)).toMatchObject({ witness: "signal" });
  expect(outcomeOf({ ...unanswered, result: 582, release: { earlyMedia: "emptyNumber" } }, 10)).toMatchObject({
    witness: "sample",
    answerer: "",
  });
  expect(outcomeOf({ ...unanswered, result: 183, release: {} }, 10)).toMatchObject({ witness: "engine" });
});

test("D31 closed attempts are counted by hour, place and tries; a retry in another hour goes to the best one and says why", async () => {
  const { clock } = office.ports;
  const retries = [{ codes: [594], afterMin: 60, times: 2, otherSlot: 1, otherNumber: 0 }];
  const hours = () =>
    within((trx) =>
      trx.selectFrom("dial_answer_hour").selectAll().where("compId", "=", compId).orderBy("tries").execute(),
    );
  await within((trx) => trx.deleteFrom("dial_answer_hour").execute());
  await made("h", { retries, perDay: 20 });
  await within((trx) => trx.updateTable("dial_phone").set({ place: "浙江 杭州" }).where("taskId", "=", "h").execute());
  await open("h-0", "h1");
  await ended("h1", 594);
  const at = clock.now();
  const month = formatDate(at).slice(0, 7);
  const hour = Number(formatTime(at).slice(11, 13));
  expect(await hours()).toMatchObject([
    { month, hour, place: "", tries: 0, calls: 1, answered: 0 },
    { month, hour, place: "浙江", tries: 1, calls: 1, answered: 0 },
  ]);
  // Too little is known: the next hour.
  expect((await phone("h-0")).reason).not.toMatch(/接通率/);
  for (const [id, code] of [
    ["h2", 582],
    ["h3", 200],
  ] as const) {
    await open("h-1", id);
    await ended(id, code, code === 200 ? { answeredAt: at, connectedAt: at, answerer: "person" } : {});
    await within((trx) => trx.updateTable("dial_phone").set({ state: "waiting" }).where("id", "=", "h-1").execute());
  }
  // A number that is none says nothing of the hour.
  expect(await hours()).toMatchObject([
    { calls: 2, answered: 1 },
    { tries: 1, calls: 1 },
    { tries: 2, calls: 1, answered: 1 },
  ]);
  const known = (weekend: number, hour: number, answered: number) => ({
    ...{ compId, month, weekend, hour, place: "", tries: 0, calls: 300, answered },
  });
  const best = [0, 1].flatMap((weekend) => [known(weekend, 19, 150), known(weekend, 8, 30)]);
  await within((trx) => trx.insertInto("dial_answer_hour").values(best).execute());
  await open("h-2", "h4");
  await ended("h4", 594);
  const row = await phone("h-2");
  expect(row).toMatchObject({
    state: "retry",
    reason: expect.stringMatching(/19:00–20:00重拨：接通率 50%（150\/300）$/),
  });
  expect(formatTime(row.nextAt!).slice(11, 13)).toBe("19");
  await within((trx) => trx.deleteFrom("dial_answer_hour").execute());
});
