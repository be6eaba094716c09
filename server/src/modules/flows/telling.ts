/** Who has a flow open is told what became of it; what runs is dropped where it is kept. After the transaction that did it. */
import { flowStatuses } from "@liantai/api/contract";
import type { RequestContext } from "../../http/routes.ts";
import { publish } from "../topics.ts";
import type { FlowDeps } from "./deps.ts";
import type { FlowHead } from "./repository.ts";

type Status = keyof typeof flowStatuses;
type Told = Pick<FlowHead, "compId" | "id" | "versionId" | "revision">;

export function tell(
  { ports }: Pick<FlowDeps, "ports">,
  { caller }: Pick<RequestContext, "caller">,
  { compId, id, versionId, revision }: Told,
  status: Status,
  text = "",
): Promise<void> {
  const flow = { flowId: id, versionId, revision, status: flowStatuses[status], by: caller.nickName, text };
  return publish(ports.broker, "flow.changed", { compId, ...flow });
}

export const tellPublished = (
  { ports }: Pick<FlowDeps, "ports">,
  compId: string,
  flowIds: readonly string[],
): Promise<void> => publish(ports.broker, "flow.published", { compId, flowIds });
