/** The own import of a kind that went on after its request: how it stands, and its result until it was seen. */
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { importJobApi, type ImportKind } from "@liantai/api/contract/parts";
import { usePolling } from "@liantai/ui";
import { useEffect, useRef, useState } from "react";

type Job = NonNullable<ReplyOf<typeof importJobApi.open>>;
export type ImportResult = NonNullable<Job["result"]>;
/** Tells of imports of these kinds while the dialog is there: useImports of the bus, which this part does not read. */
export type ImportEvents = (
  kinds: readonly string[],
  on: { readonly ended: (kind: string) => void; readonly progress: (kind: string, text: string) => void },
) => void;

const jobs = queriesOf(importJobApi);

export function useImportJob({
  kind,
  compId,
  onDone,
}: {
  /** undefined: there is none to look for. */
  readonly kind: ImportKind | undefined;
  readonly compId: string | undefined;
  readonly onDone?: ((result: ImportResult) => void) | undefined;
}) {
  const [ask] = jobs.open.useMutation();
  const [job, setJob] = useState<Job>();
  const look = async (seen?: string) => {
    if (kind === undefined) return;
    const before = job;
    const found = await ask({ body: { kind, ...(compId ? { compId } : {}), ...(seen ? { seen } : {}) } })
      .unwrap()
      // The shell has said why; the next look finds the same.
      .catch(() => before);
    setJob(found ?? undefined);
    if (before?.state === "running" && found?.result) onDone?.(found.result);
  };
  const first = useRef(look);
  useEffect(() => void first.current(), []);
  // In case the message was lost.
  usePolling(() => {
    if (job?.state === "running") void look();
  });
  return {
    job,
    look: () => void look(),
    progress: (msg: string) => setJob((now) => (now?.state === "running" ? { ...now, msg } : now)),
    goesOn: ({ id, msg }: Pick<Job, "id" | "msg">, token: string | null = null) =>
      setJob({ id, state: "running", msg, result: null, token }),
    /** The result on show was looked at: it goes away, and the next one comes. */
    seen: () => {
      if (job && job.state !== "running") void look(job.id);
    },
  };
}
