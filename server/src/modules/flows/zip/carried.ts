/** The shared sub-processes that go with a flow into its ZIP: those that it calls, directly or through another, at the versions called. */
import { AppError } from "@liantai/api/contract";
import { flowLimits } from "@liantai/api/contract/flow-editor";
import { flowTypes, sharedCalls, type FlowBody } from "@liantai/api/flows";
import type { Trx } from "../../../ports/database.ts";
import { keptBody, ownBody } from "../reading.ts";
import { findFlow, type FlowRow } from "../repository.ts";
import { listTests, type TestRow } from "../tests-repository.ts";
import { findVersion } from "../versions-repository.ts";

interface Text {
  /** '': the draft of one that was never published. */
  readonly versionId: string;
  readonly version: number;
  readonly tts: string;
  readonly body: FlowBody;
}

export interface CarriedFlow extends Pick<FlowRow, "id" | "name" | "remark"> {
  /** The oldest first. */
  readonly texts: readonly Text[];
  readonly tests: readonly TestRow[];
}

async function textOf(
  trx: Trx,
  { compId, id, draft, tts }: FlowRow,
  versionId: string,
): Promise<Omit<Text, "versionId"> | undefined> {
  if (versionId === "") return { version: 0, tts, body: ownBody(keptBody(draft), "") };
  const found = await findVersion(trx, compId, versionId);
  if (found?.flowId !== id) return undefined;
  return { version: found.version, tts: found.tts, body: ownBody(keptBody(found.flow), "") };
}

const tooMuch = () =>
  new AppError("refused", `流程调用的公共子流程过多，最多${flowLimits.zipShared}个版本、共2M，不能导出`);

/** In the order in which they are come to, which ids have no part in. One that calls itself in the end is not carried in its own ZIP. */
export async function carriedWith(
  trx: Trx,
  compId: string,
  id: string,
  body: FlowBody,
): Promise<readonly CarriedFlow[]> {
  const rows = new Map<string, FlowRow | undefined>();
  const texts = new Map<string, Text & { readonly flowId: string }>();
  const pending = [...sharedCalls(body)];
  for (const { flowId, versionId: named } of pending) {
    if (flowId === "" || flowId === id) continue;
    if (!rows.has(flowId)) rows.set(flowId, await findFlow(trx, compId, flowId));
    const row = rows.get(flowId);
    if (row?.flowType !== flowTypes.shared) continue;
    const versionId = named || row.versionId;
    const key = `${flowId}\n${versionId}`;
    const text = texts.has(key) ? undefined : await textOf(trx, row, versionId);
    if (!text) continue;
    if (texts.size >= flowLimits.zipShared) throw tooMuch();
    texts.set(key, { ...text, flowId, versionId });
    pending.push(...sharedCalls(text.body));
  }
  const all = [...texts.values()];
  if (all.reduce((sum, { body: each }) => sum + JSON.stringify(each).length, 0) > flowLimits.zipSharedText)
    throw tooMuch();
  const carried: CarriedFlow[] = [];
  for (const row of rows.values()) {
    const own = all.filter(({ flowId }) => flowId === row?.id).toSorted((a, b) => a.version - b.version);
    if (!row || own.length === 0) continue;
    const { id: flowId, name, remark } = row;
    carried.push({ id: flowId, name, remark, texts: own, tests: await listTests(trx, compId, flowId) });
  }
  return carried;
}
