/** What others do to a flow that is open, beside saving its draft (use-saving.ts): they publish it, share it out, delete it (G48). */
import { flowStatuses } from "@liantai/api/contract";
import { useBus } from "@liantai/bus/react";
import { useState } from "react";
import type { OneFlow } from "./queries.ts";
import { findFlow } from "./use-flow.ts";

/** A version of it was published, or shares of its calls were set. */
export function usePublished(id: string, then: () => void): void {
  useBus("flow.updated", ({ flowId, status }) => {
    if (flowId === id && status === flowStatuses.published) then();
  });
}

/** Who deleted it; undefined: it is there. */
export function useTold(
  id: string,
  onVersion: (now: Pick<OneFlow, "version" | "versionId" | "changed">) => void,
): string | undefined {
  const [deletedBy, setDeletedBy] = useState<string>();
  useBus("flow.updated", ({ flowId, status, by }) => {
    if (flowId === id && status === flowStatuses.deleted) setDeletedBy(by || "他人");
  });
  usePublished(id, () => void findFlow(id).then(onVersion, () => undefined));
  return deletedBy;
}
