/** What a new version of a shared sub-process does to the flows that call its newest: told where it is drawn and published, and no bar. */
import { flowTypes, sharedCalls, validate, type Finding, type FlowBody, type Surroundings } from "@liantai/api/flows";
import type { Trx } from "../../ports/database.ts";
import { keptBody } from "./reading.ts";
import { findFlow, type FlowRow } from "./repository.ts";
import { sharedIn } from "./shared.ts";
import { dependentsOf } from "./uses-repository.ts";
import { findVersion } from "./versions-repository.ts";

/** What it alone can change of a flow that was published without errors. */
const rules: ReadonlySet<string> = new Set(["shared", "recursion", "assigned", "loop", "deadAir"]);
const mostCallers = 50;

export async function callersTold(
  trx: Trx,
  { compId, id: flowId, flowType, version }: Pick<FlowRow, "compId" | "id" | "flowType" | "version">,
  body: FlowBody,
  around: Surroundings,
): Promise<readonly Finding[]> {
  if (flowType !== flowTypes.shared || version === 0) return [];
  const users = await dependentsOf(trx, compId, "sharedFlow", [flowId]);
  const running = users.filter((user) => user.versionId !== "" && user.version === 0);
  const told: Finding[] = [];
  for (const versionId of [...new Set(running.map((user) => user.versionId))].slice(0, mostCallers)) {
    const found = await findVersion(trx, compId, versionId);
    const caller = found && (await findFlow(trx, compId, found.flowId));
    if (!found || !caller) continue;
    const parsed = keptBody(found.flow);
    const shared = await sharedIn(trx, compId, sharedCalls(parsed));
    const now = shared[flowId];
    if (!now) continue;
    const drawn = { versionId: "", version: version + 1, body };
    const next = { ...now, newest: "drawn", versions: { ...now.versions, drawn } };
    const { self: _, ...rest } = around;
    const judged = { ...rest, shared: { ...shared, [flowId]: next } };
    const itself = caller.flowType === flowTypes.shared ? { self: { flowId: caller.id, name: caller.name } } : {};
    for (const { rule, severity, text } of validate(parsed, { ...judged, ...itself }))
      if (severity === "error" && rules.has(rule))
        told.push({
          ...{ severity: "warning", rule: "callers", subProcessId: "", nodeId: "", nodeName: "" },
          text: `发布后，流程「${caller.name}」的${text}`,
        });
  }
  return told;
}
