import { readinessOf } from "@liantai/api/contract/device-check";
import { checkOf } from "../../engine/agent-session.ts";
import type { CommandReply } from "../../../../ports/engine.ts";
import { ok, wrong, type CommandContext, type CtiCommand, type CtiFields } from "./command.ts";

/** By the check of the tab that has the audio, whichever presses, where the enterprise asks for one. */
function unchecked({ session, connection }: CommandContext): CommandReply | undefined {
  const { deviceCheck } = session.seat;
  if (!deviceCheck) return undefined;
  const { allowed, text } = readinessOf(deviceCheck, checkOf(session, connection.sessionId));
  return allowed ? undefined : { code: -403, msg: text };
}

function enter({ session, sessions, statuses }: CommandContext, { state, customStatus }: CtiFields) {
  if (state === "2" && customStatus) return statuses.bind(session, customStatus);
  if (state === "1") sessions.apply(session, { type: "setReady", reason: "byAgent" }, session.agentId);
  else sessions.apply(session, { type: "setBusy", reason: "byAgent" }, session.agentId);
  return ok;
}

async function comeBack(context: CommandContext, fields: CtiFields): Promise<CommandReply> {
  const refused = await context.connections.signInAgain(context.session);
  return refused ?? enter(context, fields);
}

/** Ready or busy. In a call it is remembered for afterwards; in wrap-up it ends the wrap-up; whoever was signed out is signed in by it. */
export const setState: CtiCommand = {
  name: "setState",
  run(context, fields) {
    if (fields["state"] !== "1" && fields["state"] !== "2") return wrong("state");
    const refused = fields["state"] === "1" ? unchecked(context) : undefined;
    if (refused) return refused;
    return context.session.agent.state.kind === "offline" ? comeBack(context, fields) : enter(context, fields);
  },
};
