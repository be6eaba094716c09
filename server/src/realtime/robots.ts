/**
 * Calls that robots have, to the pages that follow them (docs/protocol.md, Y22). The right is looked at with every message, so that a
 * grant that is taken ends it at once.
 */
import { hidesNumbers } from "../http/privacy.ts";
import type { Caller } from "../http/routes.ts";
import { shownRobotCall, shownSaid } from "../modules/robots/index.ts";
import type { Topics } from "../modules/topics.ts";
import { ownerOf, type Frame } from "./frames.ts";
import { audience, type Hub } from "./hub.ts";

interface RobotFollow {
  readonly userId: string;
  readonly compId: string;
  readonly on: boolean;
}

interface RobotRoomDeps {
  readonly hub: Pick<Hub, "send" | "listeners">;
  readonly maySee: (caller: Caller, pages: readonly string[]) => Promise<boolean>;
}

const pages = ["/robotmonitor"] as const;

/** The frames ROBOT_SUBSCRIBE and ROBOT_UNSUBSCRIBE; undefined: the frame is none. */
export function readRobotFollow(frame: Frame): RobotFollow | undefined {
  const { type } = frame.content;
  if (type !== "ROBOT_SUBSCRIBE" && type !== "ROBOT_UNSUBSCRIBE") return undefined;
  const owner = ownerOf(frame);
  return owner && { ...owner, on: type === "ROBOT_SUBSCRIBE" };
}

export class RobotRoom {
  readonly #d: RobotRoomDeps;
  /** Account by the name of its stream, by enterprise. */
  readonly #follows = new Map<string, Map<string, string>>();

  constructor(deps: RobotRoomDeps) {
    this.#d = deps;
  }

  /** Only for oneself; a frame in another's name does nothing. */
  follow(stream: string, caller: Caller, { userId, compId, on }: RobotFollow): void {
    if (userId !== caller.userId || compId !== caller.compId) return;
    const streams = this.#follows.get(compId) ?? new Map<string, string>();
    if (on) streams.set(stream, userId);
    else streams.delete(stream);
    if (streams.size === 0) this.#follows.delete(compId);
    else this.#follows.set(compId, streams);
  }

  forget(stream: string): void {
    for (const [compId, streams] of this.#follows)
      if (streams.delete(stream) && streams.size === 0) this.#follows.delete(compId);
  }

  async told({ compId, callId, call, entries, by }: Topics["robot.told"]): Promise<void> {
    const { hub, maySee } = this.#d;
    const streams = this.#follows.get(compId);
    for (const [stream, accountId] of [...(streams ?? [])]) {
      const key = audience.socket(accountId, stream);
      const [caller] = hub.listeners(key);
      if (caller?.compId !== compId) {
        streams?.delete(stream);
        continue;
      }
      if (!(await maySee(caller, pages))) continue;
      const hide = hidesNumbers(caller);
      const shown = call && shownRobotCall(call, hide);
      hub.send([key], { type: "robotCall", callId, call: shown, entries: shownSaid(entries, hide), by });
    }
  }
}
