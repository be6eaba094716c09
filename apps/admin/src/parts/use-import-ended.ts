import type { ImportEnded } from "@liantai/ui/resource";
import { useBus } from "@liantai/bus/react";

/** Dialogs of imports hear of those that went on after their request. */
export const useImportEnded: ImportEnded = (run) => useBus("import.ended", ({ kind }) => run(kind));
