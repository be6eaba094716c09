/** The process that has the calls is killed: what everybody hears, sees and can do, and what is kept of it (docs/protocol.md P22, K35). */
import { seatStatusApi } from "@liantai/api/contract/admin";
import type { ReplyOf } from "@liantai/api/contract";
import type { SipCall } from "../sip/sip-call.ts";
import { Hosts } from "./hosts.ts";
import { People, tones, type Agent, type Seat } from "./people.ts";

export type { Seat } from "./people.ts";

export interface TakeoverOptions {
  /** A talk each. */
  readonly talking: readonly Seat[];
  /** Each in a custom status. */
  readonly resting: readonly Seat[];
  readonly waiting: number;
  /** Seats that the demonstration does not have are made first, at this process. */
  readonly prepare?: (url: string) => Promise<void>;
  /** How long states may take to be back before the run is given up. */
  readonly patienceMs: number;
  /** SIGTERM: it is asked to stop, and lets go. */
  readonly signal?: "SIGKILL" | "SIGTERM";
  /** How long before the kill gaps are measured in which nothing happens. */
  readonly quietMs?: number;
}

export interface TakeoverFigures {
  /** The longest any ear heard nothing; what the machine itself stood still is taken off. */
  readonly gapMs: number;
  /** The same before, in which nothing happens. */
  readonly quietGapMs: number;
  /** From the kill until getAgentState answers everybody what it answered before. */
  readonly statesBackMs: number;
  readonly epochs: number;
  /** Talks that hold and unhold obey in. */
  readonly held: number;
  /** Customers, on hold or waiting, who hear music then. */
  readonly music: number;
  /** Links of the process that lives that were closed. */
  readonly closed: number;
  readonly records: number;
  /** Streams of the log with a number that is not there, or twice. */
  readonly tornStreams: number;
  readonly recordings: number;
  /** The longest stretch that a recording names as missing, and how many name one. */
  readonly missingMs: number;
  readonly incomplete: number;
}

const epoch = "select max(epoch) n from telephony_lease";
const atOnce = 4;
const patience = 30_000;

/** Every telephone that talks, and what each has to hear. */
class Talks {
  readonly #customers: readonly SipCall[];
  readonly #agents: readonly SipCall[];

  constructor(customers: readonly SipCall[], agents: readonly SipCall[]) {
    this.#customers = customers;
    this.#agents = agents;
  }

  get #peers() {
    return [...this.#customers, ...this.#agents].map(({ peer }) => peer);
  }

  async hearEachOther(): Promise<void> {
    await Promise.all([
      ...this.#customers.map(({ peer }) => peer.ears.tone(tones.agent, patience)),
      ...this.#agents.map(({ peer }) => peer.ears.tone(tones.customer, patience)),
    ]);
  }

  beginGaps(): void {
    for (const { ears } of this.#peers) ears.beginGaps();
  }

  get gapMs(): number {
    const stall = Math.max(...this.#peers.map(({ longestStallMs }) => longestStallMs));
    return Math.max(0, ...this.#peers.map(({ ears }) => ears.longestGapMs - stall));
  }
}

/** Not all at once: a machine that is busy with twenty handshakes is late with each of them. */
async function inTurn<T, R>(all: Iterable<T>, work: (each: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const left = [...all];
  while (left.length > 0) done.push(...(await Promise.all(left.splice(0, atOnce).map(work))));
  return done;
}

async function talk(people: People, url: string, { link, answered }: Agent, phone: string) {
  const rings = answered(patience);
  await link.command("setState", { state: "1" });
  return { customer: await people.customer(url, phone), agent: await rings };
}

async function rest(agents: readonly Agent[]): Promise<void> {
  for (const { session, link } of agents) {
    const { list } = await session.post<ReplyOf<typeof seatStatusApi.list>>(seatStatusApi.list.path, {});
    const { code } = await link.command("setState", { state: "2", customStatus: list[0]?.id ?? "" });
    if (code !== "1") throw new Error(`custom status: ${code}`);
  }
}

const number = (from: number, n: number): string => `${from}${String(n).padStart(4, "0")}`;

export async function measureTakeover(options: TakeoverOptions): Promise<TakeoverFigures> {
  const hosts = await Hosts.open();
  const people = new People();
  try {
    const owner = await hosts.start();
    const { url } = await hosts.start();
    await options.prepare?.(url);
    const enter = (seat: Seat) => people.agent(url, seat);
    const [seats, resting] = [await inTurn(options.talking, enter), await inTurn(options.resting, enter)];
    await rest(resting);
    const pairs = await inTurn(seats.entries(), ([n, seat]) => talk(people, url, seat, number(1_380_013, n)));
    const talks = new Talks(
      pairs.map(({ customer }) => customer),
      pairs.map(({ agent }) => agent),
    );
    await talks.hearEachOther();
    const waiting = await inTurn(Array(options.waiting).keys(), (n) => people.customer(url, number(1_390_013, n)));
    const legs = 2 * seats.length + waiting.length;
    const kept = "select count(*) n from live_leg where kind = 'leg'";
    await hosts.until("legs are kept", async () => (await hosts.figure(kept)) === legs);
    const [probe] = [...seats, ...resting];
    // One is asked until he is answered: the questions of all, again and again, would be the greater part of the load.
    const firstBefore = JSON.stringify(await probe?.state());
    const states = async () => JSON.stringify(await Promise.all([...seats, ...resting].map(({ state }) => state())));
    const before = await states();
    talks.beginGaps();
    await new Promise((resolve) => setTimeout(resolve, options.quietMs ?? 0));
    const quietGapMs = talks.gapMs;

    talks.beginGaps();
    const killed = performance.now();
    owner.child.kill(options.signal ?? "SIGKILL");
    // Until then the one before may answer, too.
    await hosts.until("the next one leads", async () => (await hosts.figure(epoch)) === 2, options.patienceMs);
    const back = async () => JSON.stringify(await probe?.state()) === firstBefore;
    await hosts.until("a state is back", back, options.patienceMs);
    await hosts.until("states are back", async () => (await states()) === before, options.patienceMs);
    const statesBackMs = performance.now() - killed;
    await talks.hearEachOther();
    const { gapMs } = talks;
    const codes = (name: string) => Promise.all(seats.map(({ inCall }) => inCall(name)));
    const obeyed = (all: readonly Readonly<Record<string, string>>[]) => all.filter(({ code }) => code === "1").length;
    const holds = await codes("hold");
    const holding = obeyed(holds);
    const customers = [...pairs.map(({ customer }) => customer), ...waiting];
    const both = Object.values(tones);
    const heard = await Promise.allSettled(customers.map(({ peer }) => peer.ears.music(both, patience)));
    const music = heard.filter(({ status }) => status === "fulfilled").length;
    const held = Math.min(holding, obeyed(await codes("unhold")));
    await talks.hearEachOther();
    const closed = people.closed.length;

    for (const call of customers) call.bye();
    const ended = "select count(*) n from call_record where end_at is not null";
    await hosts.until("records", async () => (await hosts.figure(ended)) === customers.length, patience);
    const stored = "select count(*) n from call_record where recording_key is not null";
    await hosts.until("recordings", async () => (await hosts.figure(stored)) === seats.length, patience);
    const torn = "select stream_id from event group by comp_id, stream, stream_id having count(*) <> max(seq)";
    const gaps = await hosts.rows<{ readonly missing: string }>(
      "select recording_missing as missing from call_record where recording_missing is not null",
    );
    const spans = gaps.flatMap(({ missing }) =>
      missing.split(",").map((span) => span.split("-").map(Number) as [number, number]),
    );
    return {
      gapMs,
      quietGapMs,
      statesBackMs,
      epochs: await hosts.figure(epoch),
      held,
      music,
      closed,
      records: await hosts.figure("select count(*) n from call_record"),
      tornStreams: await hosts.figure(`select count(*) n from (${torn}) torn`),
      recordings: await hosts.figure(stored),
      missingMs: Math.max(0, ...spans.map(([from, to]) => to - from)),
      incomplete: gaps.length,
    };
  } finally {
    await people.leave();
    await hosts.close();
  }
}
