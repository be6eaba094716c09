/** What each verb of the engine is answered. */
import type { CommandReply, LiveAgents, LiveMeeting, QueuesNow, RobotsNow } from "../../ports/engine.ts";
import type { Registration } from "../../ports/switch.ts";
import type { AttachReply, CallPlace, EngineRequest } from "./topics.ts";

interface EngineReplies {
  readonly assist: CommandReply;
  readonly robots: RobotsNow;
  readonly meetings: LiveMeeting[];
  readonly meeting: CommandReply;
  readonly inCall: boolean;
  readonly retire: boolean;
  readonly registrations: Registration[];
  readonly dropDevice: unknown;
  readonly bindStatus: CommandReply;
  readonly survey: CommandReply;
  readonly queues: QueuesNow;
  readonly sendOn: CommandReply;
  readonly pickUp: CommandReply;
  readonly emergency: unknown;
  readonly cancelCallback: CommandReply;
  readonly callNow: CommandReply;
  readonly callBack: CommandReply;
  readonly join: CommandReply;
  readonly dualCall: CommandReply;
  readonly attach: AttachReply;
  /** In the order of its links. */
  readonly reattach: AttachReply[];
  readonly detach: unknown;
  readonly command: CommandReply;
  readonly administer: CommandReply;
  readonly hearing: Pick<AttachReply, "v" | "events">;
  readonly whereIs: CallPlace | null;
  readonly live: LiveAgents;
  readonly alive: unknown;
  readonly awaits: unknown;
  readonly moveUp: boolean;
  readonly serves: boolean;
}

type ReplyTo<R extends EngineRequest> = EngineReplies[R["verb"]];

/** Asks the engine of the enterprise that the request names. */
export type AskEngine = <R extends EngineRequest>(request: R) => Promise<ReplyTo<R>>;

/** A way to the engine whose answers are what the engine says they are. */
export const asking = (way: (request: EngineRequest) => Promise<unknown>): AskEngine => way as AskEngine;
