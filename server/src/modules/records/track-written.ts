/** What became of what a flow gathered for a form, beneath the call's own steps: it is written when they are over. Pure. */
import { formatTime, trackActionTypes, type cdrApi, type ReplyOf } from "@liantai/api/contract";
import { number } from "./present.ts";
import type { WrittenRow } from "./repository.ts";

type TrackRow = ReplyOf<typeof cdrApi.callTrack>[number];

export const writtenRows = (
  written: readonly WrittenRow[],
  call: { readonly caller: string; readonly callee: string; readonly startAt: Date },
  { seq, hide }: { readonly seq: number; readonly hide: boolean },
): readonly TrackRow[] =>
  written.map(({ at, formName, recordId, refusal }, n) => ({
    seq: seq + n + 1,
    at: formatTime(at.getTime()),
    offsetMs: at.getTime() - call.startAt.getTime(),
    action: recordId === "" ? "未写入表单" : "写入表单",
    actionType: trackActionTypes.flowWritten,
    caller: number(call.caller, hide),
    callee: number(call.callee, hide),
    info: JSON.stringify({
      content: [formName === "" ? "" : `表单「${formName}」`, refusal].filter(Boolean).join("，"),
    }),
    route: "",
    agentId: null,
  }));
