/** What forms ask of the server: the sources of every screen that has no other. */
import { requestHost, send } from "@liantai/api/client";
import type { ArgOf, Endpoint, ReplyOf } from "@liantai/api/contract";
import { fileApi } from "@liantai/api/contract/parts";
import type { UploadValue } from "@liantai/api/forms";
import {
  cascadeApi,
  customerFormDataApi,
  dictionarieApi,
  formDataApi,
  formDraftApi,
} from "@liantai/api/contract/workorder";
import { downloadFile } from "@liantai/ui/resource";
import type { DraftPorts } from "./draft-keeper.ts";
import type { FormSources } from "./sources.ts";

/** Answers, or throws the Failure. */
async function ask<E extends Endpoint>(endpoint: E, arg: ArgOf<E>, keepalive = false): Promise<ReplyOf<E>> {
  const outcome = await send<ReplyOf<E>>(requestHost(), { endpoint, keepalive, ...(arg as object) });
  if ("error" in outcome) throw outcome.error;
  return outcome.data;
}

/** The bytes of a file, by the address and with the rights of its download. What is wrong with the session is said by the shell as well. */
async function bytesOf({ name }: UploadValue, signal: AbortSignal): Promise<Blob> {
  const host = requestHost();
  const outcome = await send<Blob>(host, { endpoint: fileApi.down, query: { id: name } }, signal);
  if ("data" in outcome) return outcome.data;
  if (!signal.aborted && outcome.error.action !== "none") host.onFailure(outcome.error);
  throw outcome.error;
}

/** Options of one branch that a form offers. */
const mostOptions = 500;

/** `recordId`: the record that is shown, whose hidden values may be asked for. */
export function serverSources(recordId?: string, mayReveal = false): FormSources {
  return {
    dictionary: async (code) =>
      (await ask(dictionarieApi.options, { body: { code } })).map(({ value, label }) => ({
        label_name: label,
        label_value: value,
      })),
    cascade: async (parentId) =>
      (await ask(cascadeApi.options, { body: { parentId, pageNo: 1, pageSize: mostOptions } })).list,
    lookup: ({ to, formId }, keyword) => ask(formDataApi.lookup, { body: { to, formId, keyword } }),
    upload: async (file) => {
      const { files } = await ask(fileApi.upload, { body: { files: [file], tag: "表单附件" } });
      return { name: files[0]!.id, fileName: files[0]!.name };
    },
    download: ({ name, fileName }) => void downloadFile(fileApi.down, fileName, { query: { id: name } }),
    picture: bytesOf,
    ...(recordId !== undefined &&
      mayReveal && {
        reveal: async (field: string, reason: string) =>
          (await ask(customerFormDataApi.reveal, { body: { id: recordId, field, reason } })).value,
      }),
  };
}

/** What browsers send of a page that goes. */
const mostKeptAlive = 60_000;

export const serverDrafts: DraftPorts = {
  async find(place) {
    return (await ask(formDraftApi.find, { body: place })).draft;
  },
  async save(place, version, typed, leaving) {
    const body = { ...place, ...typed, ...(version > 0 && { version }) };
    const small = leaving && JSON.stringify(body).length < mostKeptAlive / 3;
    return (await ask(formDraftApi.save, { body }, small)).savedTime;
  },
  drop: async (place) => void (await ask(formDraftApi.delete, { body: place })),
  later(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
