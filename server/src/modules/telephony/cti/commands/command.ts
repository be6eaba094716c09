/** One verb of the CTI link, run where the engine is. */
import { callNumberText, fieldError, type CtiCommandName } from "@liantai/api/contract";
import type { Clock } from "../../../../ports/clock.ts";
import type { Arrivals } from "../../engine/arrivals.ts";
import type { Asking } from "../../engine/asking.ts";
import type { Calls } from "../../engine/calls.ts";
import type { Connections } from "../../engine/connections.ts";
import type { SessionStatuses } from "../../engine/custom-statuses.ts";
import type { MessageOffers } from "../../engine/message-offers.ts";
import type { AgentSessions } from "../../engine/agent-sessions.ts";
import type { Connection, AgentSession } from "../../engine/agent-session.ts";
import { callOf } from "../../agent-machine.ts";
import type { CallInput } from "../../call/types.ts";
import { awayRefusal } from "../../engine/record-refusal.ts";
import type { CommandReply } from "../../../../ports/engine.ts";

export interface CommandContext {
  readonly clock: Clock;
  readonly session: AgentSession;
  readonly connection: Connection;
  readonly calls: Calls;
  readonly sessions: AgentSessions;
  readonly arrivals: Arrivals;
  readonly asking: Asking;
  readonly connections: Connections;
  readonly statuses: SessionStatuses;
  readonly messages: MessageOffers;
}

export type CtiFields = Readonly<Record<string, string>>;

export interface CtiCommand {
  readonly name: Exclude<CtiCommandName, "login">;
  /** monitor: it names another agent, over whom the caller must be set; else it is about the own seat. */
  readonly who?: "monitor";
  run(context: CommandContext, fields: CtiFields): CommandReply | Promise<CommandReply>;
}

export const ok: CommandReply = { code: 1 };
/** There is no such command. */
export const malformed: CommandReply = { code: -400 };
/** The field is missing, or not what it must be. */
export const wrong = (field: string): CommandReply => ({ code: -400, msg: fieldError(field) });
/** What is to be called is no number. */
export const noNumber: CommandReply = { ...malformed, msg: callNumberText };
/** 当前状态不能执行此操作 */
export const notNow: CommandReply = { code: -403 };
/** 通话不存在 */
export const noCall: CommandReply = { code: -404 };

/** Gives the agent's own call an input; a call id that is not the agent's is as good as none. */
export function toCall({ session, calls }: CommandContext, fields: CtiFields, input: CallInput): CommandReply {
  const callId = callOf(session.agent);
  if (callId === undefined || fields["callId"] !== callId) return noCall;
  if (calls.dispatch(callId, input)) return ok;
  return awayRefusal(calls.get(callId)) ?? notNow;
}
