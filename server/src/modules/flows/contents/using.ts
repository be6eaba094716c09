/** Which flows use a content: said by the refusals of what would break them. */
import { AppError } from "@liantai/api/contract";
import { configOf, nodeTypeOf } from "@liantai/api/flows";
import type { Trx } from "../../../ports/database.ts";
import { keptBody } from "../reading.ts";
import { findFlow } from "../repository.ts";
import { dependentsOf, type Dependent } from "../uses-repository.ts";
import { findVersion } from "../versions-repository.ts";
import type { ContentRow } from "./repository.ts";

/** How many uses a refusal names. */
const named = 5;

function placesIn(uses: readonly Pick<Dependent, "flowName" | "nodeName">[]): string {
  const places = [
    ...new Set(
      uses.map(({ flowName, nodeName }) => `流程「${flowName}」${nodeName === "" ? "" : `的节点「${nodeName}」`}`),
    ),
  ];
  return `${places.slice(0, named).join("、")}${places.length > named ? `等${places.length}处` : ""}`;
}

/** In drafts, and in what calls are led through now. */
export async function refuseUsedContent(
  trx: Trx,
  compId: string,
  label: string,
  { id, kind, name }: Pick<ContentRow, "id" | "kind" | "name">,
): Promise<void> {
  const uses = await dependentsOf(trx, compId, kind, [id]);
  if (uses.length > 0) throw new AppError("refused", `${label}「${name}」正在使用，不能删除：${placesIn(uses)}`);
}

/** Columns that flows read may not go: their calls would get nothing. */
export async function refuseLostColumns(
  trx: Trx,
  compId: string,
  id: string,
  lost: ReadonlySet<string>,
): Promise<void> {
  if (lost.size === 0) return;
  const found: { readonly column: string; readonly flowName: string; readonly nodeName: string }[] = [];
  const uses = await dependentsOf(trx, compId, "lookUpTable", [id]);
  for (const key of new Set(uses.map(({ flowId, versionId }) => `${flowId}\n${versionId}`))) {
    const [flowId = "", versionId = ""] = key.split("\n");
    const flow = await findFlow(trx, compId, flowId);
    const text = versionId === "" ? flow?.draft : (await findVersion(trx, compId, versionId))?.flow;
    if (!flow || text === undefined) continue;
    for (const node of keptBody(text).nodes.flatMap(({ subProcess }) => subProcess.flow.nodes))
      for (const { tableId, column } of nodeTypeOf(node.nodeType)?.columns?.(configOf(node)) ?? [])
        if (tableId === id && lost.has(column)) found.push({ column, flowName: flow.name, nodeName: node.nodeName });
  }
  const [first] = found;
  if (!first) return;
  const own = found.filter(({ column }) => column === first.column);
  throw new AppError("refused", `列“${first.column}”正在使用，不能删除或改名：${placesIn(own)}`);
}
