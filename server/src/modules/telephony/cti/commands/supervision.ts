/** What monitors do to other agents: each names the agent, and each is asked for by the gateway before it comes here. */
import { endCall, force, forceOut, record, supervise, takeOver } from "../../engine/supervision.ts";
import { pickUpAt } from "../../engine/picking-up.ts";
import { malformed, type CommandContext, type CtiCommand, type CtiFields } from "./command.ts";
import { markText } from "./record-control.ts";
import type { CommandReply } from "../../../../ports/engine.ts";

type Run = (context: CommandContext, agentId: string, fields: CtiFields) => CommandReply;

const onAgent = (name: CtiCommand["name"], run: Run): CtiCommand => ({
  name,
  who: "monitor",
  run: (context, fields) =>
    /^\d{1,10}$/.test(fields["agentId"] ?? "") ? run(context, fields["agentId"] as string, fields) : malformed,
});

/** Unheard, or heard by the agent alone; the same command again changes it. */
const monitor = onAgent("monitor", (context, agentId, { mode = "listen" }) =>
  mode === "listen" || mode === "whisper" ? supervise(context, context.session, agentId, mode) : malformed,
);
/** Everybody hears everybody. */
const insert = onAgent("insert", (context, agentId) => supervise(context, context.session, agentId, "insert"));
/** The call that is supervised is the monitor's from now on. */
const takeCall = onAgent("switch", (context) => takeOver(context, context.session));
const pickup = onAgent("pickup", (context, agentId) => pickUpAt(context, context.session, agentId));
const forceHangup = onAgent("forceHangup", (context, agentId) => endCall(context, context.session, agentId));
/** Starts, stops or marks the recording of a talk that is not recorded by itself. */
const assistRecord = onAgent("assistRecord", (context, agentId, fields) => {
  const { action } = fields;
  const text = markText(fields);
  if (text === undefined || (action !== "start" && action !== "stop" && action !== "mark")) return malformed;
  return record(context, context.session, agentId, action, text);
});
const forceReady = onAgent("forceReady", (context, agentId) => force(context, context.session, agentId, 1));
const forceBusy = onAgent("forceBusy", (context, agentId) => force(context, context.session, agentId, 2));
const forceExit = onAgent("forceExit", (context, agentId) => forceOut(context, context.session, agentId));

export const supervision = [
  monitor,
  insert,
  takeCall,
  pickup,
  assistRecord,
  forceHangup,
  forceReady,
  forceBusy,
  forceExit,
] as const;
