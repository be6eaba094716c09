/** A save that probable duplicates stand against: they are shown, and it is sent again where that is allowed. */
import type { DuplicateRefusal } from "@liantai/api/contract/workorder";
import type { GivenValues } from "@liantai/api/forms";
import { useState, type ReactNode } from "react";
import { FoundDuplicates } from "./found.tsx";
import { duplicatesIn } from "./queries.ts";

export interface Accepted {
  readonly acceptDuplicates?: 1;
}
type Send = (values: GivenValues, accepted?: Accepted) => Promise<void>;

export function useFoundDuplicates() {
  const [found, setFound] = useState<{ readonly refusal: DuplicateRefusal; readonly values: GivenValues }>();
  const watching =
    (send: Send): Send =>
    async (values, accepted) => {
      setFound(undefined);
      try {
        await send(values, accepted);
      } catch (error) {
        const refusal = duplicatesIn(error);
        if (refusal) setFound({ refusal, values });
        throw error;
      }
    };
  return {
    watching,
    shown(noun: string, send: Send): ReactNode {
      if (!found) return null;
      const { refusal, values } = found;
      // A refusal is said by the shell, and where it stands in the form.
      const again = () => void watching(send)(values, { acceptDuplicates: 1 }).catch(() => undefined);
      return (
        <FoundDuplicates
          found={refusal}
          noun={noun}
          onSave={refusal.mode === "warn" ? again : undefined}
          onClose={() => setFound(undefined)}
        />
      );
    },
  };
}
