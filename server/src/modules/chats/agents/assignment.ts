/** Who takes conversations, and who has them no more because he is gone. */
import type { Trx } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import { liveSeatSessions } from "../../auth/index.ts";
import { settingsOf } from "../../seats/index.ts";
import { publish } from "../../topics.ts";
import type { Assignment, ChatSessionRow, Conversations, Pages, Told } from "../types.ts";
import { createTurns } from "./turns.ts";
import {
  forget,
  given,
  goneAgents,
  isAtChats,
  left,
  lockChats,
  lockTalking,
  lockWaiting,
  nextMatch,
  outlook,
  positionsOf,
  type Gone,
  type Match,
  type Moment,
} from "./repository.ts";

export interface AssignmentDeps {
  readonly ports: Pick<Ports, "database" | "broker" | "clock" | "logger">;
  readonly conversations: () => Pick<Conversations, "give" | "takeBack">;
  readonly pages: Pick<Pages, "visitorHere">;
  /** After the commit. */
  readonly tell: (compId: string, told: readonly Told[]) => Promise<void> | void;
}

/** Who leaves, and what must still be so when his turn comes. */
export interface Assigner extends Assignment {
  /** He signed out, or may be here no more: he is away from now on. signedOut: not while another session of his lives. */
  leave(of: Gone, signedOut: boolean): Promise<void>;
  /** Takes back what he has, where he is still gone. */
  takeBackGone(of: Gone): Promise<void>;
  /** Resolves when nothing is being given. */
  idle(): Promise<void>;
}

/** What cannot be given is left out for this time; where that is most of it, something else is wrong. */
const failuresMost = 10;

const nowHere = (told: Told): Told =>
  told.frame.cmd === 9 && "fromData" in told.frame.data
    ? { ...told, frame: { ...told.frame, data: { ...told.frame.data, status: 1 } } }
    : told;

export const momentOf = async (trx: Trx, compId: string, now: number): Promise<Moment> => ({
  compId,
  now,
  chatMax: (await settingsOf(trx, compId)).chatMax,
});

/**
 * Nothing: somebody else was faster, and the next may be another. here: who leaves meanwhile is told of by his page (J30), as who leaves
 * right after it.
 */
const giveNext = (
  { ports: { database, clock }, conversations }: AssignmentDeps,
  compId: string,
  failed: readonly string[],
  { id, here }: { readonly id: string; readonly here: boolean },
): Promise<readonly Told[]> =>
  database.tenant(compId, async (trx) => {
    await lockChats(trx, compId);
    const now = clock.now();
    const match = await nextMatch(trx, await momentOf(trx, compId, now), failed);
    if (match?.id !== id) return [];
    const { agentId, name } = match;
    const session = await lockWaiting(trx, compId, id);
    if (!session) return [];
    const told = await conversations().give(trx, session, { agentId, name }, here);
    await given(trx, compId, agentId, now);
    return told;
  });

export function createAssignment(deps: AssignmentDeps): Assigner {
  const { ports, conversations, pages, tell } = deps;
  const { database, broker, clock, logger } = ports;

  /** Somebody has gone, or something was given: who waits behind it has moved up. */
  async function after(compId: string, told: readonly Told[]): Promise<void> {
    await tell(compId, told);
    await publish(broker, "chat.changed", { compId });
  }

  /** undefined: nobody or nothing is left. Most often so, which is found without the lock. */
  const look = (compId: string, failed: readonly string[]): Promise<Match | undefined> =>
    database.tenant(compId, async (trx) => nextMatch(trx, await momentOf(trx, compId, clock.now()), failed));

  async function giveAll(compId: string): Promise<void> {
    const failed: string[] = [];
    let gave = false;
    while (failed.length < failuresMost) {
      const match = await look(compId, failed);
      if (!match) break;
      const { id, visitorId } = match;
      try {
        // The broker is asked without the lock: it may take its time.
        const here = await pages.visitorHere(compId, visitorId);
        const told = await giveNext(deps, compId, failed, { id, here });
        if (told.length === 0) continue;
        gave = true;
        // Whose page was opened meanwhile found his conversation waiting, and told nobody of it.
        await tell(compId, !here && (await pages.visitorHere(compId, visitorId)) ? told.map(nowHere) : told);
      } catch (error) {
        failed.push(id);
        logger.warn({ error, compId, sessionId: id }, "a conversation was not given");
      }
    }
    if (gave) await publish(broker, "chat.changed", { compId });
  }

  const takeAll = async (trx: Trx, { compId, agentId }: Gone): Promise<readonly Told[]> => {
    const told: Told[] = [];
    for (const session of await lockTalking(trx, compId, agentId))
      told.push(...(await conversations().takeBack(trx, session)));
    return told;
  };

  const turns = createTurns(giveAll, (error, compId) =>
    logger.warn({ error, compId }, "conversations that wait were not given to anybody"),
  );

  return {
    assign: (compId) => turns.take(compId),
    idle: () => turns.idle(),
    async refusal(trx, compId, wait) {
      const { seats, free, waiting } = await outlook(trx, await momentOf(trx, compId, clock.now()), wait);
      if (seats === 0) return "absent";
      if (wait.agentId !== "") return free === 0 ? "busy" : undefined;
      // Whoever finds somebody free does not wait; who are not yet given their agents stand before him.
      return waiting >= wait.maxWaiting && waiting >= free ? "full" : undefined;
    },
    async position(trx, { compId, id }: ChatSessionRow) {
      return (await positionsOf(trx, compId, [id]))[0]?.position ?? 1;
    },
    async leave(of, signedOut) {
      const { compId, agentId } = of;
      const there = (trx: Trx): Promise<boolean> => isAtChats(trx, compId, agentId, clock.now());
      if (!(await database.tenant(compId, there))) return;
      const told = await database.tenant(compId, async (trx) => {
        await lockChats(trx, compId);
        const lives = await liveSeatSessions(trx, compId, agentId, new Date(clock.now()));
        if ((signedOut && lives.length > 0) || !(await there(trx))) return undefined;
        await left(trx, compId, agentId, clock.now());
        return takeAll(trx, of);
      });
      if (told) await after(compId, told);
    },
    async takeBackGone(of) {
      const told = await database.tenant(of.compId, async (trx) => {
        await lockChats(trx, of.compId);
        const [gone] = await goneAgents(trx, clock.now(), of);
        const back = gone ? await takeAll(trx, of) : [];
        await forget(trx, of);
        return back;
      });
      if (told.length > 0) await after(of.compId, told);
    },
  };
}
