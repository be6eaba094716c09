/** Saving a drawing as its flow's draft, publishing it, and what happens when somebody else saved meanwhile. Nothing drawn is lost. */
import { claimFailure, notifyDone } from "@liantai/api/client";
import { errors } from "@liantai/api/contract";
import type { FlowDefinition } from "@liantai/api/contract/workorder";
import { sameValue } from "@liantai/api/forms";
import { isFailure } from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { flows, type OneFlow } from "../queries.ts";
import type { FlowDesign } from "../parts/graph.ts";

export interface FlowSaving {
  readonly dirty: boolean;
  readonly busy: boolean;
  /** What the server says of what is drawn. */
  readonly said: string | undefined;
  /** The newest version. */
  readonly published: FlowDefinition | undefined;
  readonly version: number;
  /** Whether it was kept. */
  readonly save: () => Promise<boolean>;
  /** Saved first, where it is not yet; throws what the server refuses it with. */
  readonly publish: () => Promise<void>;
  /** Somebody else changed it: in the server's words. */
  readonly conflict: string | undefined;
  readonly override: () => Promise<void>;
  readonly forget: () => void;
}

export const designOf = ({ flow: { name, formId, remark }, draft }: OneFlow): FlowDesign => ({
  ...{ name, formId, remark },
  flow: draft,
});

export function useSaving(loaded: OneFlow, design: FlowDesign, reload: () => Promise<OneFlow | undefined>): FlowSaving {
  const { id, enabled } = loaded.flow;
  const [update] = flows.update.useMutation();
  const [publish] = flows.publish.useMutation();
  const [revision, setRevision] = useState(loaded.flow.revision);
  const [kept, setKept] = useState(() => designOf(loaded));
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const [conflict, setConflict] = useState<string>();
  const [newest] = loaded.list;
  const dirty = useMemo(() => !sameValue(design, kept), [design, kept]);
  const send = async (seen: number): Promise<number | undefined> => {
    setBusy(true);
    setSaid(undefined);
    try {
      const { name, formId, remark, flow } = design;
      const body = { id, name, formId, remark, enabled: enabled as 0 | 1, definition: flow, revision: seen };
      const saved = await update({ body }).unwrap();
      setRevision(saved.revision);
      setKept(design);
      return saved.revision;
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      if (error.code === errors.conflict.code) setConflict(error.text.replace(/^\d{3} /, ""));
      else setSaid(error.text);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const save = async (seen: number): Promise<boolean> => {
    const now = await send(seen);
    if (now !== undefined) notifyDone("草稿", "保存");
    return now !== undefined;
  };
  return {
    ...{ dirty, busy, said, conflict },
    published: newest?.definition,
    version: newest?.version ?? 0,
    save: () => save(revision),
    async publish() {
      const seen = dirty ? await send(revision) : revision;
      if (seen === undefined) return;
      await publish({ body: { id, revision: seen } }).unwrap();
      notifyDone("流程", "发布");
      await reload();
    },
    async override() {
      setConflict(undefined);
      const now = await reload();
      if (now) await save(now.flow.revision);
    },
    forget: () => setConflict(undefined),
  };
}
