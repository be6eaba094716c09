import { queriesOf } from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { cdrApi, readTrackInfo, trackActionTypes, type ReplyOf } from "@liantai/api/contract";
import { callLegApi } from "@liantai/api/contract/admin";
import { formatDuration, usePolling, useTabParams, useWhenActive } from "@liantai/ui";
import { useBus } from "@liantai/bus/react";
import { isLive } from "../words.ts";

const records = queriesOf(cdrApi);
const callLegs = queriesOf(callLegApi);

export type TrackStep = ReplyOf<typeof cdrApi.callTrack>[number];

/** The call that the tab was opened for; undefined when its parameter names none. */
export function useCallId(): string | undefined {
  const { callId } = useTabParams<{ callId: unknown }>();
  return typeof callId === "string" && callId !== "" ? callId : undefined;
}

export function useCallDetail(callId: string) {
  const record = records.callDetail.useQuery({ body: { callId } }, { refetchOnMountOrArgChange: true });
  const track = records.callTrack.useQuery({ body: { callId } }, { refetchOnMountOrArgChange: true });
  const legs = callLegs.list.useQuery({ body: { callId } }, { refetchOnMountOrArgChange: true });
  const again = () => {
    void record.refetch();
    void legs.refetch();
    void track.refetch();
  };
  const refresh = useWhenActive(again);
  useBus("call.recorded", (ended) => ended.callId === callId && refresh());
  useBus("link.refetch", refresh);
  usePolling(() => record.data && isLive(record.data) && again());
  return { record, legs, track };
}

/** The sentence of a step, and how long the caller had waited when the step ended the wait. */
export function infoText({ info }: TrackStep): string {
  const { content, lineupTotalTime } = readTrackInfo(info);
  return [content, lineupTotalTime ? `累计排队${formatDuration(lineupTotalTime)}` : ""].filter(Boolean).join("，");
}

/** ms since the call began, as +mm:ss.t */
export function offsetText(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  const two = (n: number) => String(n).padStart(2, "0");
  return `+${two(Math.floor(tenths / 600))}:${two(Math.floor(tenths / 10) % 60)}.${tenths % 10}`;
}

interface FlowOfCall {
  readonly flowId: string;
  readonly name: string;
  /** Those that it was led through: 第3版; more than one where a node led on into another flow. */
  readonly version: string;
  readonly nodes: readonly { readonly nodeName: string; readonly offsetMs: number }[];
}

/** actionType of a flow that begins, and of a node that is entered (docs/protocol.md, Flows). */
const flowBegins = 110;
const nodeEntered = 111;

/** Flows that the call was in, with the nodes it took, by its track. */
export function flowsOf(steps: readonly TrackStep[]): readonly FlowOfCall[] {
  const flows: { flowId: string; name: string; version: string; nodes: { nodeName: string; offsetMs: number }[] }[] =
    [];
  for (const { actionType, info, offsetMs } of steps) {
    const { tempId = "", content = "", nodeName = "", data = "" } = readTrackInfo(info);
    if (actionType === trackActionTypes.flowEntered)
      flows.push({ flowId: tempId, name: content, version: "", nodes: [] });
    const last = flows.at(-1);
    if (actionType === flowBegins && last && data !== "")
      last.version = `${last.version === "" ? "" : `${last.version}、`}第${data}版`;
    if (actionType === nodeEntered) last?.nodes.push({ nodeName, offsetMs });
  }
  return flows;
}

/**
 * Where on the recording a message begins, s: of one that was left in a flow, the whole call is recorded. undefined: there is none. The
 * track's offsets count from the call's beginning.
 */
export function messageAt(steps: readonly TrackStep[]): number | undefined {
  const { recordingStarted, voicemailStarted, voicemailStored } = trackActionTypes;
  if (!steps.some(({ actionType }) => actionType === voicemailStored)) return undefined;
  const offsetOf = (type: number) => steps.find(({ actionType }) => actionType === type)?.offsetMs ?? 0;
  return Math.max(0, offsetOf(voicemailStarted) - offsetOf(recordingStarted)) / 1_000;
}

/** The editor of the flow, with the call run again in it. */
export const openReplay = (flowId: string, callId: string): void =>
  bus.publish("tab.open", { name: "knownnav", params: { id: flowId, replay: callId }, title: "流程回放" });
