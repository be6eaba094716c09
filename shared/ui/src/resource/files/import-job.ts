/** The own import of a kind that went on after its request: how it stands, and its result until it was seen. */
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { importJobApi, type ImportKind } from "@liantai/api/contract/parts";
import { usePolling } from "@liantai/ui";
import { useEffect, useRef, useState } from "react";

type Job = NonNullable<ReplyOf<typeof importJobApi.open>>;
export type ImportResult = NonNullable<Job["result"]>;
/** Calls `run` when an import of a kind ended. */
export type ImportEnded = (run: (kind: string) => void) => void;

const jobs = queriesOf(importJobApi);
const never: ImportEnded = () => undefined;

export function useImportJob({
  kind,
  compId,
  useEnded = never,
  onDone,
}: {
  readonly kind: ImportKind;
  readonly compId: string | undefined;
  readonly useEnded: ImportEnded | undefined;
  readonly onDone: (result: ImportResult) => void;
}) {
  const [ask] = jobs.open.useMutation();
  const [job, setJob] = useState<Job>();
  const look = async (seen?: string) => {
    const before = job;
    const found = await ask({ body: { kind, ...(compId ? { compId } : {}), ...(seen ? { seen } : {}) } })
      .unwrap()
      // The shell has said why; the next look finds the same.
      .catch(() => before);
    setJob(found ?? undefined);
    if (before?.state === "running" && found?.result) onDone(found.result);
  };
  const first = useRef(look);
  useEffect(() => void first.current(), []);
  // In case the message was lost.
  usePolling(() => {
    if (job?.state === "running") void look();
  });
  useEnded((ended) => {
    if (ended === kind) void look();
  });
  return {
    job,
    goesOn: ({ id, msg }: Pick<Job, "id" | "msg">) => setJob({ id, state: "running", msg, result: null }),
    /** The result on show was looked at: it goes away, and the next one comes. */
    seen: () => {
      if (job && job.state !== "running") void look(job.id);
    },
  };
}
