/** Calls that are over, in which flows gathered something, as the log has them; and what their track says of it. */
import { cdrApi } from "@liantai/api/contract";
import type { Values } from "@liantai/api/flows";
import type { Office } from "../../../testing/office.ts";
import { until } from "../../../testing/orders-and-forms.ts";
import { createEventLog, type CallFact } from "../../event-log/index.ts";
import { publish } from "../../topics.ts";

type Fact<T extends CallFact["type"]> = Extract<CallFact, { type: T }>;

export const gathered = (
  formId: string,
  values: Values,
  more: Partial<Fact<"flowGathered">> = {},
): Fact<"flowGathered"> => ({ ...{ type: "flowGathered", flowId: "f1", name: "总机", formId, values }, ...more });

/** A robot has the flow's line. */
export const withRobot: Fact<"robotTaken"> = {
  ...{ type: "robotTaken", flowId: "f1", robotId: "r1", robotName: "小联", lineId: "l1", line: "线路1" },
};

let calls = 0;

export async function gatheredCall(
  office: Office,
  compId: string,
  facts: readonly CallFact[],
  { told = true, task }: { readonly told?: boolean; readonly task?: Fact<"created">["task"] } = {},
): Promise<string> {
  const callId = `gathered-${(calls += 1)}`;
  const log = createEventLog(office.ports);
  const at = office.ports.clock.now();
  const caller = `1380013${String(8000 + calls)}`;
  const all: readonly CallFact[] = [
    { type: "created", direction: "inbound", caller, callee: "4001", ...(task && { task }) },
    ...facts,
    { type: "ended" },
  ];
  for (const fact of all)
    await log.append({
      ...{ stream: "contact", kind: "call", compId, id: callId, at, actor: "engine", fact },
      ...(fact.type === "ended" ? { reason: "flowEnded" as const } : {}),
    });
  await log.stop();
  if (told) await publish(office.ports.broker, "call.recorded", { compId, callId, agentId: null, cause: "flowEnded" });
  return callId;
}

export const trackOf = async (office: Office, callId: string) =>
  (await office.administrator.call(cdrApi.callTrack, { body: { callId } })).map(({ action, info }) => [
    action,
    (JSON.parse(info) as { content?: string }).content ?? "",
  ]);

/** It was written, or refused. */
export const seenTo = (office: Office, callId: string) =>
  until(office, async () =>
    (await trackOf(office, callId)).some(([action]) => action === "写入表单" || action === "未写入表单"),
  );
