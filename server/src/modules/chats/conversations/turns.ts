/** Changes of conversations one after the other: locked, run, written, and then told. */
import type { Program } from "@liantai/api/flows";
import { publish } from "../../topics.ts";
import { Lookout } from "../../lookout.ts";
import { siteOf } from "../sites/found-repository.ts";
import type { ChatSessionRow, Told } from "../types.ts";
import { Asking } from "./asking.ts";
import type { ConversationsDeps } from "./deps.ts";
import { openedFlow } from "./flow-state.ts";
import { absent, advance, begin, fallDue } from "./leading.ts";
import type { ChatFlow } from "./line-types.ts";
import {
  dueSessions,
  findSession,
  lockSession,
  nextDue,
  putOff,
  waitingForNobody,
  waitsForNobody,
} from "./repository.ts";
import { Turn } from "./turn.ts";

/** Other processes put something in, too, and may be killed before they have done it. */
const latestMs = 10_000;
const atOnce = 50;
/** Of one look: what cannot be seen to stays due, and would be seen to for ever. */
const mostRounds = 20;
/** It was led over to another flow between the look and the lock: so often in a row. */
const mostTries = 5;

/** What a change came to, once it is committed. */
interface Done<T> {
  readonly value: T;
  readonly session: ChatSessionRow;
  readonly flow: ChatFlow | undefined;
  readonly told: readonly Told[];
  readonly changed: boolean;
  readonly over: boolean;
}

export class Turns {
  readonly #d: ConversationsDeps;
  readonly #asking: Asking;
  readonly #lookout: Lookout;
  /** By conversation: what is under way. */
  readonly #tails = new Map<string, Promise<unknown>>();

  constructor(deps: ConversationsDeps) {
    this.#d = deps;
    this.#asking = new Asking({
      ...deps,
      answered: async ({ compId, id }, event) => {
        await this.turn(compId, id, async (turn, program) => {
          if (program) await advance(deps, turn, program, { type: "flow", event });
        });
      },
      entered: async ({ compId, id }, load, entering) => {
        await this.turn(compId, id, async (turn) => {
          if (turn.flow?.load?.id === load.id) await begin(deps, turn, entering, load);
        });
      },
    });
    this.#lookout = new Lookout({
      ports: deps.ports,
      ...{ latestMs, failed: "conversations that are due were not looked for" },
      look: () => this.#look(),
    });
  }

  start(): void {
    this.#lookout.start();
  }

  async stop(): Promise<void> {
    await this.#lookout.stop();
    this.#asking.stop();
    await Promise.allSettled([...this.#tails.values()]);
  }

  /** undefined: there is no such conversation. */
  turn<T>(
    compId: string,
    sessionId: string,
    run: (turn: Turn, program: Program | undefined) => Promise<T>,
  ): Promise<T | undefined> {
    return this.#inOrder(sessionId, async () => {
      for (let tries = 1; ; tries++) {
        const done = await this.#try(compId, sessionId, run);
        if (done === undefined) return undefined;
        if (done === "again" && tries < mostTries) continue;
        if (done === "again") throw new Error("the flow of a conversation changes again and again");
        await this.after(done);
        return done.value;
      }
    });
  }

  async #try<T>(
    compId: string,
    sessionId: string,
    run: (turn: Turn, program: Program | undefined) => Promise<T>,
  ): Promise<Done<T> | "again" | undefined> {
    const { database } = this.#d.ports;
    const seen = await database.tenant(compId, (trx) => findSession(trx, compId, sessionId));
    if (!seen) return undefined;
    const state = openedFlow(this.#d, seen)?.state;
    const program = state && (await this.#d.flows.byVersion(compId, state.versionId, state.links ?? {}));
    return database.tenant(compId, async (trx) => {
      const session = await lockSession(trx, compId, sessionId);
      if (!session) return undefined;
      const turn = new Turn(this.#d, trx, session, await siteOf(trx, compId, session.siteId));
      // The programs of both are the same, or there is none for it.
      if (turn.flow && turn.flow.state.versionId !== state?.versionId) return "again";
      return this.finished(turn, await run(turn, program));
    });
  }

  /** Within its transaction. */
  async finished<T>(turn: Turn, value: T): Promise<Done<T>> {
    const told = await turn.save();
    return { value, told, session: turn.session, flow: turn.flow, changed: turn.changed, over: turn.isOver };
  }

  /** When it is committed. */
  async after({ session, flow, told, changed, over }: Omit<Done<unknown>, "value">): Promise<void> {
    const { compId, id: sessionId, dueAt } = session;
    const { broker } = this.#d.ports;
    if (told.length > 0) await publish(broker, "chat.told", { compId, told });
    if (changed) await publish(broker, "chat.changed", { compId });
    if (over) await publish(broker, "chat.over", { compId, sessionId });
    if (dueAt) this.#lookout.by(dueAt.getTime());
    if (flow) this.#asking.pursue(session, flow);
  }

  #inOrder<T>(sessionId: string, run: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(sessionId) ?? Promise.resolve();
    const own = before.then(run, run);
    const tail = own.then(
      () => undefined,
      () => undefined,
    );
    this.#tails.set(sessionId, tail);
    void tail.then(() => {
      if (this.#tails.get(sessionId) === tail) this.#tails.delete(sessionId);
    });
    return own;
  }

  async #look(): Promise<number | undefined> {
    const { database, clock } = this.#d.ports;
    for (let round = 0; round < mostRounds; round++) {
      // system: conversations of every enterprise fall due, in whichever process is there.
      const due = await database.system((trx) => dueSessions(trx, new Date(clock.now()), atOnce));
      for (const of of due) await this.#fallDue(of);
      if (due.length < atOnce) break;
    }
    // system: as above. More of them are seen to at the next look.
    for (const of of await database.system((trx) => waitingForNobody(trx, atOnce))) await this.#goneFrom(of);
    // system: as above.
    return database.system(nextDue);
  }

  async #goneFrom({ compId, id }: Pick<ChatSessionRow, "compId" | "id">): Promise<void> {
    try {
      await this.turn(compId, id, async (turn, program) => {
        if (await waitsForNobody(turn.trx, turn.session)) await absent(this.#d, turn, program);
      });
    } catch (error) {
      this.#d.ports.logger.error({ error, sessionId: id }, "a conversation that waits for nobody was not ended");
    }
  }

  async #fallDue({ compId, id }: Pick<ChatSessionRow, "compId" | "id">): Promise<void> {
    try {
      await this.turn(compId, id, async (turn, program) => {
        if ((turn.session.dueAt?.getTime() ?? Infinity) > turn.now) return;
        turn.touch();
        await fallDue(this.#d, turn, program);
      });
    } catch (error) {
      this.#d.ports.logger.error({ error, sessionId: id }, "a conversation that is due was not seen to");
      await this.#putOff({ compId, id });
    }
  }

  /** What fails again and again must neither hold up what falls due after it, nor outlive the silence that would have ended it. */
  async #putOff(of: Pick<ChatSessionRow, "compId" | "id">): Promise<void> {
    const { database, clock, logger } = this.#d.ports;
    try {
      const ended = await this.turn(of.compId, of.id, async (turn) => {
        const { status, leftMessage } = turn.session;
        if (leftMessage === 1 || (status !== "closed" && !turn.isSilent)) return false;
        turn.leaveFlow();
        turn.close("failed");
        return true;
      });
      const now = clock.now();
      if (ended === false)
        await database.tenant(of.compId, (trx) => putOff(trx, of, new Date(now), new Date(now + latestMs)));
    } catch (error) {
      logger.warn({ error, sessionId: of.id }, "a conversation that failed was not put off");
    }
  }
}
