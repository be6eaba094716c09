import { useDraftState, type FormDraft } from "@liantai/ui/dynamic";

/** What was typed and is not on the server yet: the tab asks before it is thrown away. */
export const useAsks = (draft: FormDraft): boolean => ["waiting", "failed"].includes(useDraftState(draft).kind);
