import { outdated, store } from "@liantai/api/client";
import type { Endpoint } from "@liantai/api/contract";
import type { ImportKind } from "@liantai/api/contract/parts";
import { useBus } from "@liantai/bus/react";
import { useWhenActive } from "@liantai/ui";

/** The lists that `endpoint` imports into are asked again when an import of `kind` has ended, also one that ran in the background. */
export function useImported(kind: ImportKind, endpoint: Endpoint): void {
  const refresh = useWhenActive(() => void store.dispatch(outdated(endpoint)));
  useBus("import.ended", (ended) => ended.kind === kind && refresh());
}
