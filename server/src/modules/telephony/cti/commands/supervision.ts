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
    if (text === undefined || (action !== "start" && action !== "stop" && action !== "mark")) return malformed;
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

/** The same of an administrator (C10): he has no telephone to hear with. */
export function administer(deps: SupervisionDeps, by: Supervisor, name: string, fields: CtiFields): CommandReply {
  const { agentId = "" } = fields;
  if (!/^\d{1,10}$/.test(agentId)) return malformed;
  if (isForced(name)) return forced[name](deps, by, agentId, fields);
  return { code: -403, msg: "您没有坐席话机，不能执行此操作" };
}
