import { claimFailure } from "@liantai/api/client";
import { helpLimits, type HelpFileKind } from "@liantai/api/contract/help";
import { useRef, type Dispatch, type SetStateAction } from "react";
import { isPdf, pictureLine, refusalOf, type HelpFile } from "./files.ts";
import { help } from "./model.ts";
import type { Draft } from "./use-save.ts";

const titleOf = (name: string): string =>
  name
    .replace(/\.\w+$/, "")
    .trim()
    .slice(0, helpLimits.title);

/** Files that become a document, or pictures in it. Each resolves to what is wrong with them, for the form to say. */
export function useUploads(setDraft: Dispatch<SetStateAction<Draft>>) {
  const [upload, { isLoading: busy }] = help.upload.useMutation();
  /** Where the pictures go: at the caret, wherever it is by then. */
  const area = useRef<HTMLTextAreaElement>(null);

  const send = async (kind: HelpFileKind, files: readonly File[]): Promise<readonly HelpFile[] | string> => {
    const { data, error } = await upload({ body: { kind, files } });
    if (data) return data.files;
    if (!("text" in error)) return "请求失败";
    claimFailure(error);
    return error.text;
  };

  const document = async (chosen: File): Promise<string | undefined> => {
    if (isPdf(chosen)) {
      const refusal = refusalOf("pdf", chosen);
      if (refusal) return refusal;
      const sent = await send("pdf", [chosen]);
      if (typeof sent === "string") return sent;
      const [file] = sent;
      if (file) setDraft((now) => ({ ...now, file, title: now.title || titleOf(file.name) }));
      return undefined;
    }
    if (chosen.size > helpLimits.body * 4) return "文件过大";
    const content = await chosen.text();
    // The first heading of a file is its title.
    const [, heading, rest] = /^\s*# (.+)\n+([\s\S]*)$/.exec(content) ?? [];
    setDraft((now) => ({
      ...now,
      file: null,
      title: now.title || titleOf(heading ?? chosen.name),
      body: rest ?? content,
    }));
    return undefined;
  };

  const pictures = async (files: readonly File[]): Promise<string | undefined> => {
    for (const file of files) {
      const refusal = refusalOf("picture", file);
      if (refusal) return refusal;
    }
    const sent = await send("picture", files);
    if (typeof sent === "string") return sent;
    const lines = sent.map(pictureLine).join("\n");
    const { selectionStart, selectionEnd } = area.current ?? {};
    setDraft((now) => {
      const from = selectionStart ?? now.body.length;
      return { ...now, body: `${now.body.slice(0, from)}${lines}\n${now.body.slice(selectionEnd ?? from)}` };
    });
    return undefined;
  };
  return { document, pictures, area, busy };
}
