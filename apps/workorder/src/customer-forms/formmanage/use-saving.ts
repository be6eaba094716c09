/** Saving a design as its form's draft, publishing it, and what happens when somebody else saved meanwhile. Nothing drawn is lost. */
import { claimFailure, notifyDone } from "@liantai/api/client";
import { errors } from "@liantai/api/contract";
import { sameValue } from "@liantai/api/forms";
import { isFailure } from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { forms, type OneForm } from "../queries.ts";
import { type Content, contentOf, type Design } from "./model/design.ts";

export interface Saving {
  readonly dirty: boolean;
  readonly busy: boolean;
  /** The newest version, whose fields of the system stay. */
  readonly published: Content | undefined;
  /** What the server says of what is drawn, e.g. a shape that it does not take. */
  readonly said: string | undefined;
  readonly save: () => Promise<void>;
  readonly publish: (acceptDuplicates: boolean) => Promise<void>;
  /** Somebody else changed it: in the server's words. */
  readonly conflict: string | undefined;
  readonly override: () => Promise<void>;
  readonly forget: () => void;
}

const asPublished = (form: OneForm | undefined): Content | undefined =>
  form && form.version > 0 ? { name: form.name, fields: form.fields, ext: form.ext } : undefined;

export function useSaving(form: OneForm, design: Design, reload: () => Promise<OneForm | undefined>): Saving {
  const [update] = forms.update.useMutation();
  const [revision, setRevision] = useState(form.revision);
  const [kept, setKept] = useState<Content>(() => form.draft ?? form);
  const [published, setPublished] = useState(() => asPublished(form));
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const [conflict, setConflict] = useState<{
    readonly text: string;
    readonly again: (revision: number) => Promise<void>;
  }>();
  const content = useMemo(() => contentOf(design), [design]);
  const dirty = useMemo(
    () =>
      !sameValue(
        { ...content, ext: { ...content.ext } },
        { name: kept.name, fields: kept.fields, ext: kept.ext ?? {} },
      ),
    [content, kept],
  );
  const send = async (draft: 0 | 1, acceptDuplicates: boolean, seen = revision): Promise<void> => {
    setBusy(true);
    setSaid(undefined);
    const { name, fields, ext } = content;
    try {
      const { revision: next } = await update({
        body: {
          id: form.id,
          revision: seen,
          name,
          fields,
          ext,
          draft,
          ...(acceptDuplicates && { acceptDuplicates: 1 as const }),
        },
      }).unwrap();
      setRevision(next);
      setKept(content);
      if (draft === 0) setPublished(content);
      notifyDone(draft === 1 ? "草稿" : "表单", draft === 1 ? "保存" : "发布");
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.code === errors.conflict.code) {
        claimFailure(error);
        setConflict({
          text: error.text.replace(/^\d{3} /, ""),
          again: (newest) => send(draft, acceptDuplicates, newest),
        });
        if (draft === 0) throw error;
      } else if (draft === 0) throw error;
      else {
        claimFailure(error);
        setSaid(error.text);
      }
    } finally {
      setBusy(false);
    }
  };
  return {
    dirty,
    busy,
    published,
    said,
    save: () => send(1, false),
    publish: (acceptDuplicates) => send(0, acceptDuplicates),
    conflict: conflict?.text,
    async override() {
      const again = conflict?.again;
      setConflict(undefined);
      const newest = await reload();
      if (!newest || !again) return;
      setPublished(asPublished(newest));
      await again(newest.revision).catch((error: unknown) => {
        if (isFailure(error)) setSaid(error.text);
      });
    },
    forget: () => setConflict(undefined),
  };
}
