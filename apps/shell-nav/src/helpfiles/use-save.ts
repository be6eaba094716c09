import { notifyDone } from "@liantai/api/client";
import { helpApi } from "@liantai/api/contract/help";
import { report } from "@liantai/ui";
import { isFailure } from "@liantai/ui/resource";
import { useState } from "react";
import { ValidationError } from "yup";
import type { HelpFile } from "./files.ts";
import { help, type HelpDocument } from "./model.ts";

export interface Draft {
  readonly title: string;
  readonly body: string;
  readonly parentId: string;
  readonly file: HelpFile | null;
}

/** Saves a draft, new or of a document, and moves it where it was put. */
export function useSave(document: HelpDocument | undefined, onClose: (id?: string) => void) {
  const [fault, setFault] = useState<string>();
  const [add, adding] = help.add.useMutation();
  const [update, updating] = help.update.useMutation();
  const [move] = help.move.useMutation();
  const save = async (draft: Draft) => {
    try {
      const { title, body, fileId } = helpApi.add.body!.validateSync({
        kind: "document",
        title: draft.title,
        body: draft.file ? "" : draft.body,
        fileId: draft.file?.id ?? "",
      });
      setFault(undefined);
      const { parentId } = draft;
      if (!document) {
        const { id } = await add({ body: { kind: "document", title, body, fileId, parentId } }).unwrap();
        notifyDone("帮助文档", "保存");
        return onClose(id);
      }
      await update({ body: { id: document.id, title, body, fileId } }).unwrap();
      if (parentId !== document.parentId) await move({ body: { id: document.id, parentId } }).unwrap();
      notifyDone("帮助文档", "保存");
      onClose(document.id);
    } catch (error) {
      // What the server refused is said by the shell; the text stays.
      if (error instanceof ValidationError) setFault(error.message);
      else if (!isFailure(error)) report(error, "保存帮助文档");
    }
  };
  return { saving: adding.isLoading || updating.isLoading, fault, setFault, save };
}
