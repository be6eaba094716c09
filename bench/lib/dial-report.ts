/** What became of a floor that dialled: its figures, and whether what the server wrote is what went over the wire. Pure. */
import type { Books } from "@liantai/server/testing/dial-load";
import type { Met } from "./dial-callee.ts";
import type { FloorPlan } from "./dial-plan.ts";
import { quantile, type Load } from "./result.ts";

export interface DialReport {
  readonly plan: FloorPlan;
  readonly seconds: number;
  readonly calls: number;
  /** By callees who talk. */
  readonly answered: number;
  readonly connected: number;
  readonly abandoned: number;
  /** Of those, with an agent all the same, after the patience of 2 s. */
  readonly late: number;
  /** Of those that people answered. */
  readonly abandonedShare: number;
  /** From the answer until the agent's tone had filled 100 ms at the callee's ear, ms. */
  readonly answerToAudio: {
    readonly count: number;
    readonly p50: number;
    readonly p95: number;
    readonly worst: number;
  };
  /** From the answer until his own telephone had its sound connected. */
  readonly answerToOwnMedia: { readonly p50: number; readonly p95: number };
  /** Answer to sound between two of the telephones with no switch between them, in turns with the calls. */
  readonly plain: { readonly count: number; readonly p50: number; readonly p95: number };
  /** As answerToAudio, of answers while at least so many other calls talked. */
  readonly busiest: { readonly up: number; readonly count: number; readonly p50: number; readonly p95: number };
  /** Most calls that talked at once. */
  readonly mostUp: number;
  /** Talk over the agents' time. */
  readonly talkShare: number;
  /** Of one core, of the server's process with its threads. */
  readonly serverCpu: number;
  readonly load: Load;
  /** What does not add up; []: everything does. */
  readonly faults: readonly string[];
}

interface Side {
  readonly phone: string;
  readonly met: readonly Met[];
  readonly twice: number;
}

/** Well within the 2 s after which a call is abandoned. */
const soonMs = 1_500;

const count = <T>(all: readonly T[], is: (one: T) => boolean): number => all.filter(is).length;

/** A call is one attempt, one entry of the ledger of its beginning and one of its end, one record, and one INVITE at whom it was for. */
export function faultsOf(sides: readonly Side[], { attempts, entries, broken }: Books): readonly string[] {
  const faults: string[] = [];
  const expects = (what: string, is: number, wanted: number): void => {
    if (is !== wanted) faults.push(`${what}: ${is} instead of ${wanted}`);
  };
  const total = attempts.length;
  expects(
    "attempts with exactly one entry of their beginning",
    count(attempts, (a) => a.dialled === 1),
    total,
  );
  expects(
    "attempts with exactly one entry of their end",
    count(attempts, (a) => a.closed === 1),
    total,
  );
  expects(
    "attempts with exactly one record",
    count(attempts, (a) => a.records === 1),
    total,
  );
  expects(
    "attempts that have ended",
    count(attempts, (a) => a.ended),
    total,
  );
  expects("entries of calls", entries, total);
  for (const { phone, met, twice } of sides) {
    const own = attempts.filter((attempt) => attempt.phone === phone);
    if (met.length !== own.length) faults.push(`${phone} saw ${met.length} INVITEs, the ledger has ${own.length}`);
    const answers = count(met, ({ answeredAt }) => answeredAt !== undefined);
    expects(
      `answers of ${phone}`,
      count(own, (a) => a.answered),
      answers,
    );
    // An agent after 2 s is late, and the call abandoned all the same; one whom the callee heard well before is not.
    const soon = own.filter((a, n) => {
      const { answeredAt, heardAt } = met[n] ?? {};
      return a.abandoned && answeredAt !== undefined && heardAt !== undefined && heardAt - answeredAt < soonMs;
    });
    if (soon.length > 0)
      faults.push(`${phone} heard the agent in time in ${soon.length} calls that count as abandoned`);
    if (twice > 0) faults.push(`${phone} was dialled ${twice} times while in a call`);
  }
  expects(
    "INVITEs of all callees",
    sides.reduce((sum, { met }) => sum + met.length, 0),
    total,
  );
  if (broken !== "") faults.push(`the ledger's chain is broken at ${broken}`);
  if (total === 0) faults.push("nothing was dialled");
  return faults;
}

export function dialReport(
  plan: FloorPlan,
  sides: readonly Side[],
  books: Books,
  ran: { readonly ms: number; readonly plain: readonly number[]; readonly cpuShare: number; readonly load: Load },
): DialReport {
  const met = sides.flatMap((side) => side.met);
  const { attempts } = books;
  const heard = met.flatMap(({ answeredAt, heardAt, upThen }) =>
    answeredAt !== undefined && heardAt !== undefined ? [{ ms: heardAt - answeredAt, upThen }] : [],
  );
  const all = heard.map(({ ms }) => ms);
  const own = met.flatMap(({ answeredAt, mediaAt }) =>
    answeredAt !== undefined && mediaAt !== undefined ? [mediaAt - answeredAt] : [],
  );
  const up = Math.floor(plan.agents * 0.9);
  const busy = heard.filter(({ upThen }) => upThen >= up).map(({ ms }) => ms);
  const people = count(attempts, (a) => a.answered && a.answerer !== "machine" && a.answerer !== "fax");
  const abandoned = count(attempts, (a) => a.abandoned);
  return {
    plan,
    seconds: ran.ms / 1_000,
    calls: attempts.length,
    answered: people,
    connected: count(attempts, (a) => a.agentId !== ""),
    abandoned,
    late: count(attempts, (a) => a.abandoned && a.agentId !== ""),
    abandonedShare: people > 0 ? abandoned / people : 0,
    answerToAudio: { count: all.length, p50: quantile(all, 0.5), p95: quantile(all, 0.95), worst: quantile(all, 1) },
    answerToOwnMedia: { p50: quantile(own, 0.5), p95: quantile(own, 0.95) },
    plain: { count: ran.plain.length, p50: quantile(ran.plain, 0.5), p95: quantile(ran.plain, 0.95) },
    busiest: { up, count: busy.length, p50: quantile(busy, 0.5), p95: quantile(busy, 0.95) },
    mostUp: met.reduce((most, { upThen }) => Math.max(most, upThen), 0),
    talkShare: attempts.reduce((sum, { talkMs }) => sum + talkMs, 0) / (plan.agents * ran.ms),
    serverCpu: ran.cpuShare,
    load: ran.load,
    faults: faultsOf(sides, books),
  };
}

const ms = (of: number): string => (Number.isNaN(of) ? "-" : `${Math.round(of)} ms`);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Two quantiles, and of how many. */
const spread = (of: { readonly p50: number; readonly p95: number; readonly count?: number }): string =>
  `p50 ${ms(of.p50)}, p95 ${ms(of.p95)}${of.count === undefined ? "" : ` of ${of.count}`}`;

/** For people; a program reads the JSON of the same. */
export const linesOf = (report: DialReport): readonly string[] => {
  const { plan, calls, answered, connected, abandoned, answerToAudio, busiest, faults, load } = report;
  return [
    `${plan.agents} agents, ${plan.callees} callees, ${plan.mode}, ${report.seconds.toFixed(0)} s, seed ${plan.seed}`,
    `calls ${calls}, answered ${answered}, with an agent ${connected}, abandoned ${abandoned}, ` +
      `${report.late} of them with an agent after 2 s (${percent(report.abandonedShare)})`,
    `answer to the agent's audio at the callee's ear: ${spread(answerToAudio)}, worst ${ms(answerToAudio.worst)}`,
    `of which until his own sound was connected: ${spread(report.answerToOwnMedia)}`,
    `between two of the telephones without a switch: ${spread(report.plain)}`,
    `answer to audio with ${busiest.up} calls up and more: ${spread(busiest)}; most up ${report.mostUp}`,
    `talk ${percent(report.talkShare)} of the agents' time; the server took ${percent(report.serverCpu)} of a core`,
    `load ${load.before.toFixed(1)} to ${load.after.toFixed(1)}`,
    ...(faults.length === 0
      ? ["attempts, ledger, records and INVITEs add up"]
      : faults.map((fault) => `WRONG: ${fault}`)),
  ];
};
