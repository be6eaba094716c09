/** want and observe through their public face: what a task dials in a moment written down by hand. */
import {
  newPacingState,
  observe,
  pacingOf,
  reasonText,
  usualPacing,
  want,
  type PacedAgent,
  type PacingEvent,
  type PacingParameters,
  type PacingState,
  type View,
} from "./index.ts";

const s = 1_000;
const now = 1_000_000 * s;
const ratio: PacingParameters = { ...usualPacing, mode: "ratio", ratio: 1.5 };
const predictive: PacingParameters = { ...usualPacing, mode: "predictive" };

const agents = (idle: number, talking = 0, wrapUp = 0): PacedAgent[] => [
  ...Array.from({ length: idle }, (): PacedAgent => ({ state: "idle", since: now - 5 * s })),
  ...Array.from({ length: talking }, (): PacedAgent => ({ state: "talking", since: now - 30 * s })),
  ...Array.from({ length: wrapUp }, (): PacedAgent => ({ state: "wrapUp", since: now - 10 * s })),
];
const calls = (many: number, age = 2) => Array.from({ length: many }, () => ({ dialledAt: now - age * s }));
const view = (more: Partial<View> = {}): View => ({
  ...{ now, agents: agents(4), inFlight: [], waiting: 0, dialledLastSecond: 0, caps: [], state: newPacingState() },
  ...more,
});
const seen = (events: readonly PacingEvent[], from = newPacingState(), parameters = predictive): PacingState =>
  events.reduce((state, event) => observe(state, event, parameters), from);
const many = (count: number, ...events: readonly PacingEvent[]): PacingEvent[] =>
  Array.from({ length: count }, () => events).flat();

const answer: PacingEvent = { type: "answeredByPerson", at: now, afterMs: 10 * s };
const failure: PacingEvent = { type: "failed", at: now, afterMs: 25 * s, result: 594 };
const abandonment: PacingEvent = { type: "abandoned", at: now };
const talk: PacingEvent = { type: "talkEnded", at: now, talkMs: 120 * s };
const wrapUp: PacingEvent = { type: "wrapUpEnded", at: now, wrapUpMs: 15 * s };
/** One in five answers after 10 s, the others end after 25 s; talk is 120 s and wrap-up 15 s. */
const learned = seen(many(200, answer, failure, failure, failure, failure, talk, wrapUp));
const codes = (at: View, parameters: PacingParameters) => want(at, parameters).reasons.map(({ code }) => code);

test("C8 progressive: as many as are idle, less those in flight or waiting; what is above is named", () => {
  expect(want(view({ inFlight: calls(1) }), usualPacing)).toEqual({
    dial: 3,
    surplus: 0,
    reasons: [{ code: "progressive", idle: 4, inFlight: 1 }],
  });
  expect(want(view({ agents: agents(1, 3), inFlight: calls(3), waiting: 1 }), usualPacing)).toMatchObject({
    dial: 0,
    surplus: 3,
  });
  expect(want(view({ agents: [], inFlight: calls(2) }), usualPacing)).toEqual({
    dial: 0,
    surplus: 2,
    reasons: [{ code: "noAgents" }],
  });
});

test("C8 a ratio counts idle agents, and never more than it says", () => {
  const of = (idle: number, inFlight: number, by = 1.5) =>
    want(view({ agents: agents(idle, 2), inFlight: calls(inFlight), state: learned }), { ...ratio, ratio: by }).dial;
  expect([of(4, 0), of(4, 5), of(1, 0), of(3, 0), of(10, 0, 1.1), of(2, 0, 5)]).toEqual([6, 1, 1, 4, 11, 10]);
});

test("C8 the first 20 answers are progressive in every mode, with the reason", () => {
  const state = seen(many(19, answer, failure));
  for (const parameters of [ratio, predictive]) {
    const { dial, reasons } = want(view({ state }), parameters);
    expect(dial).toBe(4);
    expect(reasons.at(-1)).toEqual({ code: "learning", answers: 19, needed: 20 });
  }
  expect(codes(view({ state: seen([answer], state) }), predictive)).not.toContain("learning");
});

test("C8 predictive: further calls while the probability of finding no agent is at most theta", () => {
  const floor = { agents: agents(4, 40, 6), state: learned };
  const inFlight = (count: number) => want(view({ ...floor, inFlight: calls(count) }), predictive);
  const few = inFlight(6);
  expect(few.dial).toBeGreaterThan(0);
  expect(few.reasons[0]).toMatchObject({ code: "risk", theta: learned.theta });
  const lot = inFlight(60);
  expect(lot).toMatchObject({ dial: 0, surplus: 0 });
  expect(lot.reasons[0]).toMatchObject({ code: "risk", inFlight: 60 });
  const { probability } = lot.reasons[0] as Extract<(typeof lot.reasons)[0], { code: "risk" }>;
  expect(probability).toBeGreaterThan(learned.theta);
});

test("C8 the probability is that of the binomial distribution where calls are alike and nobody becomes idle", () => {
  const inFlight = calls(10, 0);
  // They have talked longer than anybody did, nobody hangs up: only the two idle agents count.
  const floor = { agents: agents(2, 18), inFlight, state: { ...learned, theta: 0 } };
  const tables = {
    ...learned.tables,
    talk: learned.tables.talk.map(() => 0),
    answer: learned.tables.answer.map(() => 0.2),
  };
  const { reasons } = want(view({ ...floor, state: { ...floor.state, tables } }), predictive);
  // 1 - 0.8^10 - 10 * 0.2 * 0.8^9
  expect(reasons[0]).toMatchObject({ code: "risk", probability: expect.closeTo(1 - 0.8 ** 10 - 2 * 0.8 ** 9, 10) });
});

test("C8 beyond exact sums the tail is right to a thousandth: 300 calls alike against the binomial distribution", () => {
  const tables = {
    ...learned.tables,
    talk: learned.tables.talk.map(() => 0),
    answer: learned.tables.answer.map(() => 0.1),
  };
  const idle = 40;
  const at = view({ agents: agents(idle, 160), inFlight: calls(300), state: { ...learned, theta: 0, tables } });
  let [term, below] = [0.9 ** 300, 0];
  for (let k = 0; k < idle; k++) {
    below += term;
    term *= ((300 - k) / (k + 1)) * (0.1 / 0.9);
  }
  const [risk] = want(at, predictive).reasons;
  expect(Math.abs((risk as { probability: number }).probability - (1 - below))).toBeLessThan(0.001);
});

test("C8 a wrap-up that ends by itself in time is an agent, one that does not is none", () => {
  const end = (after: number): PacedAgent[] => [
    ...agents(1, 9),
    { state: "wrapUp", since: now, endsAt: now + after * s },
  ];
  // An answer comes after 10 s, and who answers waits for 2.
  const state: PacingState = { ...learned, theta: 0.1 };
  const dials = (after: number) => want(view({ agents: end(after), inFlight: calls(1), state }), predictive).dial;
  expect([dials(12), dials(13)]).toEqual([2, 0]);
});

test("C8 at most a tenth of the agents a second, rounded up, beside those who are no risk", () => {
  const state: PacingState = { ...learned, theta: 0.5 };
  const at = (dialledLastSecond: number, inFlight = 4) =>
    want(view({ agents: agents(4, 20, 1), inFlight: calls(inFlight), state, dialledLastSecond }), predictive);
  expect(at(0).dial).toBe(3);
  expect(at(0).reasons.at(-1)).toEqual({ code: "pace", most: 3, used: 0 });
  expect([at(2).dial, at(3).dial, at(3, 0).dial]).toEqual([1, 0, 4]);
});

test("C8 theta stands where the target is: an answer times e^(g tau), an abandonment times e^-g", () => {
  const one = seen([answer], learned);
  expect(one.theta / learned.theta).toBeCloseTo(Math.exp(0.4 * 0.018), 12);
  expect(seen([abandonment], learned).theta / learned.theta).toBeCloseTo(Math.exp(-0.4), 12);
  const fiftieth = { ...predictive, target: 0.02 };
  const level = seen(many(10, ...many(50, answer), abandonment), learned, fiftieth);
  expect(level.theta).toBeCloseTo(learned.theta, 8);
});

test("C8 a stricter ceiling of a task is a stricter target", () => {
  const strict = pacingOf({ mode: "predictive", ratio: 2, ceiling: 0.01 });
  expect(strict).toMatchObject({ mode: "predictive", ratio: 2, ceiling: 0.01, learning: 20 });
  expect(strict.target).toBeCloseTo(0.006, 12);
});

test("C8 the budget: nothing is risked when one more abandoned could pass the ceiling, waiting ones counted", () => {
  const state = (answers: number, abandoned: number) =>
    seen([...many(answers, answer, failure, failure, failure, failure), ...many(abandoned, abandonment)]);
  const floor = { agents: agents(3, 17), inFlight: calls(1) };
  expect(codes(view({ ...floor, state: state(33, 0) }), predictive)).toEqual(["progressive", "budget"]);
  expect(codes(view({ ...floor, state: state(34, 0) }), predictive)).not.toContain("budget");
  expect(codes(view({ ...floor, state: state(100, 2) }), predictive)).not.toContain("budget");
  expect(codes(view({ ...floor, state: state(100, 2), waiting: 1 }), predictive)).toContain("budget");
  expect(codes(view({ ...floor, state: state(100, 3) }), ratio)).toEqual(["progressive", "budget"]);
  expect(codes(view({ ...floor, state: state(100, 3) }), { ...ratio, ceiling: 0.05 })).toEqual(["ratio"]);
});

test("C8 with little budget left a further call is not risked for more than it", () => {
  const state = (abandoned: number): PacingState => ({
    ...learned,
    theta: 0.6,
    counters: { ...learned.counters, answered: 200, abandoned },
  });
  const at = (abandoned: number) =>
    want(view({ agents: agents(3, 57), inFlight: calls(6, 5), state: state(abandoned) }), predictive);
  expect(at(5).reasons.at(-1)).toMatchObject({ code: "overdraw", left: 1 });
  expect(at(0).dial).toBeGreaterThan(at(5).dial);
});

test("B8 the ceiling holds for the last 24 hours too, whatever came before", () => {
  const old = seen(many(2_000, answer, failure));
  const today = (hours: number) => now + hours * 3_600 * s;
  const bad = seen([...many(100, { ...answer, at: today(30) }), ...many(4, { ...abandonment, at: today(30) })], old);
  expect(want(view({ state: bad }), predictive).reasons.at(-1)).toMatchObject({
    ...{ code: "budget", abandoned: 4, answers: 100 },
  });
  const later = seen(many(100, { ...answer, at: today(55) }), bad);
  expect(codes(view({ state: later }), predictive)).not.toContain("budget");
});

test("E16 caps from outside hold every mode, and those that hold are named", () => {
  const caps: View["caps"] = [
    { of: "task", most: 8, used: 6 },
    { of: "trunk", most: 6, used: 5 },
    { of: "callsASecond", most: 1, used: 0 },
    { of: "enterprise", most: 99, used: 5 },
  ];
  for (const parameters of [usualPacing, ratio, predictive]) {
    const { dial, reasons } = want(view({ caps, state: learned }), parameters);
    expect(dial).toBe(1);
    expect(reasons.filter(({ code }) => code === "cap")).toEqual(
      [caps[1], caps[2]].map((cap) => ({ code: "cap", ...cap })),
    );
  }
  expect(want(view({ caps: [{ of: "number", most: 4, used: 5 }] }), usualPacing).dial).toBe(0);
});

test("C8 a doubled answer rate and agents who leave act at once", () => {
  const floor = (joined: PacedAgent[], state: PacingState) =>
    want(view({ agents: joined, inFlight: calls(20), state: { ...state, theta: 0.05 } }), predictive).dial;
  const before = floor(agents(5, 30, 5), learned);
  expect(before).toBeGreaterThan(0);
  expect(floor(agents(2, 15, 3), learned)).toBe(0);
  const doubled = seen(many(200, answer, failure, failure, talk, wrapUp), learned);
  expect(floor(agents(5, 30, 5), doubled)).toBeLessThan(before);
});

test("state and view are plain data: taken up from JSON they decide the same, and nothing is changed in place", () => {
  const events = many(50, answer, failure, { type: "dialled", at: now }, { type: "ringing", at: now }, talk, wrapUp);
  const frozen = (value: unknown): void => {
    if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  };
  let state = newPacingState();
  for (const event of events) {
    frozen(state);
    state = observe(state, event, predictive);
  }
  const at = view({ agents: agents(4, 40, 6), inFlight: calls(9), state });
  frozen(at);
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  expect(want(JSON.parse(JSON.stringify(at)) as View, predictive)).toEqual(want(at, predictive));
  const joined = seen(
    [
      { type: "agentJoined", at: now },
      { type: "agentLeft", at: now },
    ],
    state,
  );
  expect(seen([{ type: "connected", at: now, waitedMs: 0 }], joined)).toMatchObject({
    counters: { dialled: 50, ringing: 50, answered: 50, failed: 50, connected: 1, joined: 1, left: 1 },
    results: { 594: 50 },
  });
});

test("a task that runs for months keeps finite weights and the same curves", () => {
  let state = newPacingState();
  for (let n = 0; n < 20_000; n++) state = observe(state, n % 5 === 0 ? answer : failure, predictive);
  expect(state.tables.answer[0]).toBeCloseTo(0.2, 1);
  // After 10 s the answers are over.
  expect(state.tables.answer[11]).toBeLessThan(0.02);
  expect(Math.max(state.answers.weight, ...state.answers.counts, ...state.failures.counts)).toBeLessThan(1e12);
});

test.each([
  [{ code: "noAgents" }, "没有坐席加入任务，不拨号"],
  [{ code: "progressive", idle: 3, inFlight: 1 }, "渐进式：空闲坐席 3 人，在途呼叫 1 个"],
  [{ code: "ratio", ratio: 1.5, idle: 2, inFlight: 3 }, "比例式 1.5：空闲坐席 2 人，在途呼叫 3 个"],
  [{ code: "learning", answers: 12, needed: 20 }, "真人接听 12 次，不足 20 次，先按渐进式拨号"],
  [
    { code: "budget", abandoned: 3, waiting: 1, reserve: 1, answers: 140, ceiling: 0.03 },
    "呼损 3 个、等待 1 个，再有 1 个呼损就会超过 140 次接听的 3%，改按渐进式拨号",
  ],
  [
    { code: "risk", probability: 0.0312, theta: 0.02, inFlight: 8 },
    "在途呼叫 8 个时，再拨一个接通后没有坐席的概率为 3.12%，当前阈值 2%",
  ],
  [{ code: "overdraw", left: 1, probability: 0.004 }, "呼损额度还剩 1 个，再拨一个时超出额度的概率为 0.4%"],
  [{ code: "pace", most: 2, used: 2 }, "每秒最多新拨 2 个，最近一秒已拨 2 个"],
  [{ code: "cap", of: "trunk", most: 6, used: 6 }, "中继并发上限 6，已用 6"],
] as const)("the reason %j in Chinese", (reason, text) => {
  expect(reasonText(reason)).toBe(text);
});
