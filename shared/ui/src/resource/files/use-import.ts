/** One import: what is chosen, looked at where it is to be, and sent; how far it is, and what came of it. */
import { claimFailure } from "@liantai/api/client";
import type { ImportKind } from "@liantai/api/contract/parts";
import { useState } from "react";
import { report } from "@liantai/ui";
import { isFailure } from "../form/save.ts";
import { useSheet } from "./import-file.tsx";
import { useImportJob, type ImportEvents, type ImportResult } from "./import-job.ts";

/** The hooks of an endpoint of imports. */
export interface ImportRun {
  readonly useMutation: unknown;
}
type Reply = ImportResult & { readonly token?: string };
type Run = (arg: { readonly body: object }) => { readonly unwrap: () => Promise<Reply> };

const useRunOf = ({ useMutation }: ImportRun): Run => (useMutation as () => readonly [Run, unknown])()[0];

interface ImportUse {
  readonly kind: ImportKind;
  readonly useEvents?: ImportEvents | undefined;
  readonly endpoint: ImportRun;
  readonly check?: { readonly kind: ImportKind; readonly endpoint: ImportRun } | undefined;
  readonly fields?: object | undefined;
  readonly duplicates?: Readonly<Record<string, string>> | undefined;
  readonly onDone: (result: ImportResult) => void;
}

const noEvents: ImportEvents = () => undefined;

export function useImport({ kind, useEvents = noEvents, endpoint, check, fields, duplicates, onDone }: ImportUse) {
  const [usual = ""] = Object.keys(duplicates ?? {});
  const [chosen, choose] = useState(usual);
  const run = useRunOf(endpoint);
  const look = useRunOf(check?.endpoint ?? endpoint);
  const [busy, setBusy] = useState(false);
  const [replied, setReplied] = useState<ImportResult>();
  const [passed, setPassed] = useState<Reply>();
  const sheet = useSheet(busy);
  const { compId } = { ...fields } as { readonly compId?: string };
  const saving = useImportJob({ kind, compId, onDone });
  const checking = useImportJob({ kind: check?.kind, compId });
  const ofKind = (ended: string) => [saving, checking][[kind, check?.kind].indexOf(ended as ImportKind)];
  useEvents(check ? [kind, check.kind] : [kind], {
    ended: (ended) => ofKind(ended)?.look(),
    progress: (ended, text) => ofKind(ended)?.progress(text),
  });

  const { job } = saving;
  const result = replied ?? job?.result ?? undefined;
  const looked = checking.job;
  const checked = passed ?? looked?.result ?? undefined;
  const token = passed?.token ?? looked?.token ?? undefined;

  /** What a job or an ended import says in words. */
  const saidOf = () => {
    const going = !result && job ? job : !result && !job && !checked ? looked : undefined;
    if (going) return { msg: going.msg, failed: going.state !== "running" };
    const stopped = job?.state === "failed" ? job.msg : result ? result.stopped : (checked?.stopped ?? null);
    return stopped ? { msg: stopped, failed: true } : undefined;
  };
  const stageOf = () => {
    if (job?.state === "running" || (!result && !job && looked?.state === "running")) return "running";
    if (result || job) return "ended";
    return checked || looked ? "checked" : "choosing";
  };

  /** `refuse`: says what the server refused; without it the shell does. What was chosen stays for another try. */
  async function send(work: () => Promise<void>, refuse?: (why: string) => void): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!isFailure(error)) return void report(error, "导入");
      if (!refuse) return;
      claimFailure(error);
      refuse(error.text);
    } finally {
      setBusy(false);
    }
  }
  async function take(body: object): Promise<void> {
    const reply = await run({ body: { ...body, ...fields } }).unwrap();
    if (reply.job) saving.goesOn(reply.job);
    else {
      setReplied(reply);
      onDone(reply);
    }
    setPassed(undefined);
    checking.seen();
  }

  return {
    /** Rows that a save of what was checked takes. */
    saves: (checked?.succeed ?? 0) + (chosen === usual ? 0 : (checked?.duplicates ?? 0)),
    choice: duplicates && { choices: duplicates, chosen, choose },
    ...{ sheet, busy, compId, result, checked, said: saidOf(), stage: stageOf() },
    /** What the first press does. */
    verb: check ? "校验" : "导入",
    seen() {
      saving.seen();
      checking.seen();
    },
    again() {
      saving.seen();
      checking.seen();
      setReplied(undefined);
      setPassed(undefined);
      choose(usual);
      sheet.forget();
    },
    async upload(): Promise<void> {
      const { file } = sheet;
      if (!file) return sheet.refuse("请选择要导入的文件");
      sheet.refuse(undefined);
      await send(async () => {
        if (!check) return take({ files: file });
        const reply = await look({ body: { files: file, ...fields } }).unwrap();
        if (reply.job) checking.goesOn(reply.job, reply.token ?? null);
        else setPassed(reply);
      }, sheet.refuse);
    },
    /** What was checked is saved as it lies on the server. */
    save: () =>
      send(() => take({ token, ...(checked?.duplicates !== undefined && duplicates && { duplicates: chosen }) })),
  };
}
