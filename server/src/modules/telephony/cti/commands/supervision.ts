/** What monitors do to other agents: each names the agent, and each is asked for by the gateway before it comes here. */
import {
  endCall,
  force,
  forceOut,
  monitorOf,
  record,
  supervise,
  takeOver,
  type SupervisionDeps,
  type Supervisor,
} from "../../engine/supervision.ts";
import { leaveAs, pickUpAs, superviseAs, takeOverAs, type HearingDeps } from "../../engine/administrators.ts";
import { notRinging, pickUp, pickUpAt, ringsAt } from "../../engine/picking-up.ts";
import { callOf } from "../../agent-machine.ts";
import { malformed, noCall, wrong, type CommandContext, type CtiCommand, type CtiFields } from "./command.ts";
import { markText } from "./record-control.ts";
import type { CommandReply } from "../../../../ports/engine.ts";

type Run = (context: CommandContext, agentId: string, fields: CtiFields) => CommandReply | Promise<CommandReply>;

const isAgentId = (text: string | undefined): text is string => /^\d{1,10}$/.test(text ?? "");

/** A call that is named must be the agent's: whoever may over him may not therefore over any call (C10). */
function isElsewhere({ sessions }: SupervisionDeps, compId: string, { agentId = "", callId }: CtiFields): boolean {
  const agent = sessions.get(compId, agentId)?.agent;
  return callId !== undefined && (!agent || callOf(agent) !== callId);
}

const onAgent = (name: CtiCommand["name"], run: Run): CtiCommand => ({
  name,
  who: "monitor",
  run(context, fields) {
    const { agentId } = fields;
    if (!isAgentId(agentId)) return wrong("agentId");
    return isElsewhere(context, context.session.compId, fields) ? noCall : run(context, agentId, fields);
  },
});

/** Unheard, or heard by the agent alone; the same command again changes it. */
const monitor = onAgent("monitor", (context, agentId, { mode = "listen" }) =>
  mode === "listen" || mode === "whisper" ? supervise(context, context.session, agentId, mode) : wrong("mode"),
);
/** Everybody hears everybody. */
const insert = onAgent("insert", (context, agentId) => supervise(context, context.session, agentId, "insert"));
/** The call that is supervised is the monitor's from now on, or goes to the seat that he names. */
const takeCall = onAgent("switch", (context, agentId, { target }) => {
  if (!target) return takeOver(context, context.session, agentId);
  return isAgentId(target) ? context.asking.switchTo(monitorOf(context.session), agentId, target) : wrong("target");
});
/** What rings at an agent, or a call that waits. */
const pickup: CtiCommand = {
  name: "pickup",
  who: "monitor",
  run(context, fields) {
    const { agentId, callId } = fields;
    if (agentId === undefined) return callId ? pickUp(context, context.session, callId) : wrong("agentId、callId");
    if (!isAgentId(agentId)) return wrong("agentId");
    return isElsewhere(context, context.session.compId, fields) ? noCall : pickUpAt(context, context.session, agentId);
  },
};
/** What needs no telephone of the own: administrators may, too. */
const forcedNames = ["forceHangup", "assistRecord", "forceReady", "forceBusy", "forceExit"] as const;
type ForcedName = (typeof forcedNames)[number];

type Forced = (deps: SupervisionDeps, by: Supervisor, agentId: string, fields: CtiFields) => CommandReply;
const forced: Readonly<Record<ForcedName, Forced>> = {
  forceHangup: endCall,
  /** Starts, stops or marks the recording of a talk that is not recorded by itself. */
  assistRecord(deps, by, agentId, fields) {
    const { action } = fields;
    const text = markText(fields);
    if (action !== "start" && action !== "stop" && action !== "mark") return wrong("action");
    if (text === undefined) return wrong("text");
    return record(deps, by, agentId, action, text);
  },
  forceReady: (deps, by, agentId) => force(deps, by, agentId, 1),
  forceBusy: (deps, by, agentId) => force(deps, by, agentId, 2),
  forceExit: forceOut,
};

export const supervision = [
  monitor,
  insert,
  takeCall,
  pickup,
  ...forcedNames.map((name) =>
    onAgent(name, (context, agentId, fields) => forced[name](context, monitorOf(context.session), agentId, fields)),
  ),
] as const;

const isForced = (name: string): name is ForcedName => forcedNames.some((each) => each === name);

export interface Asking extends Supervisor {
  readonly sessionId: string;
  readonly hideNumbers: boolean;
}

interface AdministerDeps extends HearingDeps {
  readonly asking: Pick<CommandContext["asking"], "switchTo">;
}

const isMode = (mode: string): mode is "listen" | "whisper" => mode === "listen" || mode === "whisper";

/** What he hears, or takes. */
async function hear(deps: AdministerDeps, by: Asking, name: string, fields: CtiFields): Promise<CommandReply> {
  const { agentId = "", callId, mode = "listen", extension, target } = fields;
  const hearer = { ...by, ...(extension ? { extension } : {}) };
  switch (name) {
    case "monitor":
      return isMode(mode) ? superviseAs(deps, hearer, agentId, mode) : wrong("mode");
    case "insert":
      return superviseAs(deps, hearer, agentId, "insert");
    case "switch":
      if (!target) return takeOverAs(deps, hearer, agentId);
      return isAgentId(target) ? deps.asking.switchTo(by, agentId, target) : wrong("target");
    case "pickup": {
      const ringing = agentId ? ringsAt(deps, by.compId, agentId) : callId;
      return ringing === undefined ? notRinging : pickUpAs(deps, hearer, ringing);
    }
    default:
      return malformed;
  }
}

/** The same of an administrator (C10), who has no seat: he hears with his page, or with an extension that he names. */
export async function administer(
  deps: AdministerDeps,
  by: Asking,
  name: string,
  fields: CtiFields,
): Promise<CommandReply> {
  if (name === "hangup") return leaveAs(deps, { ...by });
  const { agentId, callId } = fields;
  if (!isAgentId(agentId) && !(name === "pickup" && callId)) return wrong("agentId");
  if (agentId !== undefined && isElsewhere(deps, by.compId, fields)) return noCall;
  return isForced(name) ? forced[name](deps, by, agentId ?? "", fields) : hear(deps, by, name, fields);
}
