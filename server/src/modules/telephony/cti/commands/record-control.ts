import { recordActions, type RecordAction } from "@liantai/api/contract";
import { recordRefusal } from "../../engine/record-refusal.ts";
import { noCall, ok, toCall, wrong, type CtiCommand, type CtiFields } from "./command.ts";

/** What stands at a mark; undefined: too long. */
export function markText({ text = "" }: CtiFields): string | undefined {
  const trimmed = text.trim();
  return trimmed.length <= 50 ? trimmed : undefined;
}

const isAction = (action: string | undefined): action is RecordAction =>
  recordActions.some((known) => known === action);

/** The recording of the own talk: paused, gone on with, marked; begun and stopped by hand where it is not recorded by itself. */
export const recordControl: CtiCommand = {
  name: "recordControl",
  run(context, fields) {
    const { action, callId = "" } = fields;
    const text = markText(fields);
    if (!isAction(action)) return wrong("action");
    if (text === undefined) return wrong("text");
    const { agentId } = context.session;
    const reply = toCall(context, fields, { type: "recordControl", agentId, action, text });
    if (reply === ok || reply === noCall) return reply;
    return recordRefusal(context.calls.get(callId), action, { agentId });
  },
};
