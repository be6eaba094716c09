/** The books of a floor: what adds up, and each way in which it does not. */
import type { Books } from "@liantai/server/testing/dial-load";
import type { Met } from "./dial-callee.ts";
import type { FloorPlan } from "./dial-plan.ts";
import { dialReport, faultsOf, linesOf } from "./dial-report.ts";

const plan: FloorPlan = { callees: 2, agents: 2, minutes: 1, mode: "predictive", talkS: 5, detects: false, seed: 1 };
const met = (more: Partial<Met> = {}): Met => ({ phone: "a", kind: "person", invitedAt: 0, upThen: 0, ...more });
const talked = met({ answeredAt: 1_000, heardAt: 1_400, endedAt: 6_000, upThen: 1 });
const sides = [
  { phone: "a", met: [talked, met({ kind: "refuses", endedAt: 10 })], twice: 0 },
  { phone: "b", met: [met({ phone: "b", answeredAt: 2_000, heardAt: 2_600, endedAt: 9_000, upThen: 1 })], twice: 0 },
];

type Attempt = Books["attempts"][number];
const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  ...{ phone: "a", code: 200, answered: true, abandoned: false, ended: true, talkMs: 30_000 },
  ...{ agentId: "2001", answerer: "", dialled: 1, closed: 1, records: 1, ...more },
});
const attempts = [attempt(), attempt({ answered: false, code: 584, agentId: "", talkMs: 0 }), attempt({ phone: "b" })];
const books: Books = { attempts, entries: 3, broken: "" };
const but = (at: number, more: Partial<Attempt>): Books => ({
  ...books,
  attempts: attempts.map((each, n) => (n === at ? { ...each, ...more } : each)),
});

test("D42 one attempt, one entry of its beginning and of its end, one record and one INVITE a call is no fault", () => {
  expect(faultsOf(sides, books)).toEqual([]);
});

test.each<readonly [string, Books, typeof sides]>([
  ["attempts with exactly one entry of their beginning: 2 instead of 3", but(0, { dialled: 2 }), sides],
  ["attempts with exactly one entry of their end: 2 instead of 3", but(1, { closed: 0 }), sides],
  ["attempts with exactly one record: 2 instead of 3", but(2, { records: 0 }), sides],
  ["attempts that have ended: 2 instead of 3", but(2, { ended: false }), sides],
  ["entries of calls: 4 instead of 3", { ...books, entries: 4 }, sides],
  ["a saw 1 INVITEs, the ledger has 2", books, [{ ...sides[0]!, met: [talked] }, sides[1]!]],
  ["answers of a: 0 instead of 1", but(0, { answered: false }), sides],
  ["a heard the agent in time in 1 calls that count as abandoned", but(0, { abandoned: true }), sides],
  ["b was dialled 1 times while in a call", books, [sides[0]!, { ...sides[1]!, twice: 1 }]],
  ["the ledger's chain is broken at entry 7: hash", { ...books, broken: "entry 7: hash" }, sides],
])("D42 what does not add up is said: %s", (fault, written, seen) => {
  expect(faultsOf(seen, written)).toContain(fault);
});

test("an agent who came after 2 s is late, and no fault", () => {
  const late = [{ ...sides[0]!, met: [{ ...talked, heardAt: 3_200 }, sides[0]!.met[1]!] }, sides[1]!];
  expect(faultsOf(late, but(0, { abandoned: true }))).toEqual([]);
});

test("a floor on which nothing was dialled is a fault", () => {
  expect(faultsOf([], { attempts: [], entries: 0, broken: "" })).toEqual(["nothing was dialled"]);
});

test("figures: answer to audio, talk over the agents' time, abandoned of the answers by people", () => {
  const written = but(2, { abandoned: true, agentId: "", talkMs: 0 });
  const report = dialReport(plan, sides, written, {
    ms: 60_000,
    plain: [200],
    cpuShare: 0.3,
    load: { before: 1, after: 2 },
  });
  expect(report).toMatchObject({
    ...{ calls: 3, answered: 2, connected: 1, abandoned: 1, late: 0, abandonedShare: 0.5, mostUp: 1, talkShare: 0.25 },
    answerToAudio: { count: 2, p50: 400, p95: 600, worst: 600 },
    busiest: { up: 1, count: 2 },
  });
  expect(linesOf(report)).toContain(
    "calls 3, answered 2, with an agent 1, abandoned 1, 0 of them with an agent after 2 s (50.0 %)",
  );
});
