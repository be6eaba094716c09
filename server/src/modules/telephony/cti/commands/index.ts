import { malformed, type CommandContext, type CtiCommand, type CtiFields } from "./command.ts";
import { callDataCommands } from "./call-data.ts";
import { conference } from "./conference.ts";
import { consultCancel } from "./consult-cancel.ts";
import { consult } from "./consult.ts";
import { deviceCheck } from "./device-check.ts";
import { dtmf } from "./dtmf.ts";
import { extendWrapUp } from "./extend-wrap-up.ts";
import { finishWrapUp } from "./finish-wrap-up.ts";
import { getAgentState } from "./get-agent-state.ts";
import { hangup } from "./hangup.ts";
import { hold } from "./hold.ts";
import { logout } from "./logout.ts";
import { makeCall } from "./make-call.ts";
import { meeting } from "./meeting.ts";
import { messageOfferCommands } from "./message-offers.ts";
import { moveDevice } from "./move-device.ts";
import { recordControl } from "./record-control.ts";
import { recover } from "./recover.ts";
import { secureEntry } from "./secure-entry.ts";
import { setState } from "./set-state.ts";
import { supervision } from "./supervision.ts";
import { suspendTransfer } from "./suspend-transfer.ts";
import { takeMedia } from "./take-media.ts";
import { tranfer } from "./tranfer.ts";
import { transfer } from "./transfer.ts";
import { unhold } from "./unhold.ts";
import type { CommandReply } from "../../../../ports/engine.ts";

export { administer } from "./supervision.ts";

/** Every verb but login, which the gateway answers itself. */
const commands = new Map<string, CtiCommand>(
  [
    logout,
    getAgentState,
    setState,
    deviceCheck,
    makeCall,
    hangup,
    hold,
    unhold,
    dtmf,
    finishWrapUp,
    extendWrapUp,
    recover,
    takeMedia,
    moveDevice,
    consult,
    consultCancel,
    tranfer,
    meeting,
    transfer,
    recordControl,
    secureEntry,
    suspendTransfer,
    ...conference,
    ...messageOfferCommands,
    ...callDataCommands,
    ...supervision,
  ].map((c) => [c.name, c]),
);

export const commandNames: readonly string[] = [...commands.keys()];

/** The command names another agent: the gateway asks whether the caller may. */
export const isOverAgent = (name: string): boolean => commands.get(name)?.who === "monitor";

export async function runCommand(name: string, context: CommandContext, fields: CtiFields): Promise<CommandReply> {
  return (await commands.get(name)?.run(context, fields)) ?? malformed;
}
