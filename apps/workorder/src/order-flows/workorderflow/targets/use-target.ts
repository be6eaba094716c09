import { claimFailure, notifyDone } from "@liantai/api/client";
import { isFailure } from "@liantai/ui/resource";
import { useState } from "react";
import { targets } from "../../queries.ts";
import type { Changes, TypedTarget } from "./typed.ts";

interface Kept {
  /** Absent: it is new. */
  readonly id: string | undefined;
  readonly onClose: () => void;
}

/** What a target becomes: what it changes is shown before it is kept. */
export function useTarget({ id, onClose }: Kept) {
  const [look, looking] = targets.preview.useMutation();
  const [add, adding] = targets.add.useMutation();
  const [update, updating] = targets.update.useMutation();
  const [recompute, recomputing] = targets.recompute.useMutation();
  const [said, setSaid] = useState<string>();
  const [changes, setChanges] = useState<{ readonly of: Changes; readonly saves: boolean }>();

  const telling = async (run: () => Promise<void>) => {
    setSaid(undefined);
    try {
      await run();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setChanges(undefined);
      setSaid(error.text);
    }
  };
  const keep = async (typed: TypedTarget, anew: boolean) => {
    if (id === undefined) await add({ body: typed }).unwrap();
    else await update({ body: { ...typed, id } }).unwrap();
    if (anew) await recompute({ body: { formId: typed.formId } }).unwrap();
    notifyDone("服务目标", anew ? "保存并重算" : "保存");
    onClose();
  };
  const asked = (typed: TypedTarget) => look({ body: { ...typed, ...(id !== undefined && { id }) } }).unwrap();
  return {
    said,
    changes,
    busy: looking.isLoading || adding.isLoading || updating.isLoading || recomputing.isLoading,
    preview: (typed: TypedTarget) => telling(async () => setChanges({ of: await asked(typed), saves: false })),
    save: (typed: TypedTarget) =>
      telling(async () => {
        const of = await asked(typed);
        if (of.changed > 0) setChanges({ of, saves: true });
        else await keep(typed, false);
      }),
    keep: (typed: TypedTarget, anew: boolean) => telling(() => keep(typed, anew)),
    close: () => setChanges(undefined),
  };
}
