/** Export jobs: a list that follows what the server tells of them. */
import { queriesOf, selectUser, useSelector, type RootState } from "@liantai/api/client";
import { type ReplyOf, isAdministrator } from "@liantai/api/contract";
import { cdrExportApi, fileDownloadApi, jobStateNames, type JobState } from "@liantai/api/contract/admin";
import { usePolling, useWhenActive, type Option, type StateTone } from "@liantai/ui";
import { useResourceList } from "@liantai/ui/resource";
import { useState } from "react";
import { useBus } from "@liantai/bus/react";

export type Job = ReplyOf<typeof fileDownloadApi.list>["list"][number];

export const jobs = queriesOf(fileDownloadApi);
export const records = queriesOf(cdrExportApi);

export const filterSchema = fileDownloadApi.list.body!.pick(["name", "state"]);
export const defaults = () => ({ name: "", state: "" });
export const stateOptions: readonly Option[] = Object.entries(jobStateNames).map(([value, label]) => ({
  value,
  label,
}));

export const stateTones: Readonly<Record<JobState, StateTone>> = {
  waiting: "ringing",
  running: "talking",
  done: "ready",
  failed: "held",
  cancelled: "offline",
  expired: "offline",
};
export const isOpen = ({ state }: Pick<Job, "state">): boolean => state === "waiting" || state === "running";

const units = ["B", "KB", "MB", "GB"] as const;
export function sizeText(bytes: number): string {
  if (bytes === 0) return "";
  const at = Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** at;
  return `${at === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[at]}`;
}

/** Administrators see everybody's. */
export const useSeesAll = (): boolean => useSelector((state: RootState) => isAdministrator(selectUser(state)));

type Listing = typeof jobs.list | typeof records.packages;

/** `id`: name of the screen. Looked at again every ten seconds, and whenever one ends. */
export function useJobs(id: string, endpoint: Listing) {
  const resource = useResourceList<Job, ReturnType<typeof defaults>>({ id, endpoint, filterSchema, defaults });
  const [told, setTold] = useState<ReadonlyMap<string, { readonly progress: number; readonly rows: number }>>(
    new Map(),
  );
  const refresh = useWhenActive(resource.refetch);
  usePolling(() => {
    if (resource.list.rows?.some(isOpen)) resource.refetch();
  });
  useBus("export.progress", ({ id: job, progress, rows }) =>
    setTold((before) => new Map(before).set(job, { progress, rows })),
  );
  useBus("export.ended", refresh);
  useBus("link.refetch", refresh);
  const rows = resource.list.rows?.map((row) => {
    const news = told.get(row.id);
    return news && isOpen(row) && news.rows >= row.rows ? { ...row, state: "running" as const, ...news } : row;
  });
  return { ...resource, list: { ...resource.list, rows } as typeof resource.list };
}
