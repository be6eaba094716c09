import { claimFailure, notifyDone } from "@liantai/api/client";
import { sameValue } from "@liantai/api/forms";
import { isFailure } from "@liantai/ui/resource";
import { useState } from "react";
import { targets } from "../../queries.ts";
import type { Changes, Counted, TypedTarget } from "./typed.ts";

interface Kept {
  /** Absent: it is new. */
  readonly id: string | undefined;
  /** As it is stored, or what a new one begins as. */
  readonly kept: TypedTarget;
  /** counted: what came of counting anew. */
  readonly onClose: (counted?: Counted) => void;
}

/** What a target becomes: what it changes is shown before it is kept. */
export function useTarget({ id: opened, kept, onClose }: Kept) {
  const [look, looking] = targets.preview.useMutation();
  const [add, adding] = targets.add.useMutation();
  const [update, updating] = targets.update.useMutation();
  const [recompute, recomputing] = targets.recompute.useMutation();
  const [said, setSaid] = useState<string>();
  const [changes, setChanges] = useState<{ readonly of: Changes; readonly saves: boolean }>();

  const [made, setMade] = useState<string>();
  const [stored, setStored] = useState(kept);
  const id = opened ?? made;

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
    if (id === undefined) setMade((await add({ body: typed }).unwrap()).id);
    else await update({ body: { ...typed, id } }).unwrap();
    setStored(typed);
    if (!anew) {
      notifyDone("服务目标", "保存");
      return onClose();
    }
    let counted: Counted;
    try {
      counted = await recompute({ body: { formId: typed.formId } }).unwrap();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setChanges(undefined);
      return setSaid(`服务目标已保存，重算没有成功：${error.text}`);
    }
    notifyDone("服务目标", "保存");
    onClose(counted);
  };
  const asked = (typed: TypedTarget) => look({ body: { ...typed, ...(id !== undefined && { id }) } }).unwrap();
  return {
    /** Of what is stored already; undefined: it is new. */
    id,
    isDirty: (typed: TypedTarget) => !sameValue(typed, stored),
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
