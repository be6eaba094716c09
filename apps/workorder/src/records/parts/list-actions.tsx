/** What can be done on a screen of records: buttons over the list and in its rows. */
import { useMayPress } from "@liantai/api/client";
import { hasVerb, recordButton, type RecordSource, type RecordVerb } from "@liantai/api/contract/workorder";
import type { CompiledForm, FormType } from "@liantai/api/forms";
import type { Action } from "@liantai/ui/resource";
import { CopyCheck, Merge, Tags } from "lucide-react";
import { useCalling } from "./calling.tsx";
import { useCommonActions } from "./common-actions.tsx";
import { records, type RecordRow } from "./queries.ts";
import { useAssigning, usePoolActions, type usePool } from "./pool.tsx";
import { titleOf } from "./question.ts";
import { useMarking, type useTags } from "./tags.tsx";

export interface RecordsScreenProps {
  /** Path of the screen: its buttons hang there. */
  readonly page: string;
  readonly formType: FormType;
  /** One of it, as people call it. */
  readonly noun: string;
  /** Records of this source alone, which nobody adds by hand. */
  readonly source?: RecordSource;
}

/** What stands beside the list. */
export type Sheet =
  | { readonly kind: "new" | "bin" | "import" | "tags" | "duplicates" }
  | { readonly kind: "merge"; readonly ids: readonly [string, string] }
  | { readonly kind: "detail" | "edit"; readonly id: string };

export function useActionsOf(
  { page, formType, noun, source }: RecordsScreenProps,
  form: CompiledForm,
  { tags, pool }: { readonly tags: ReturnType<typeof useTags>; readonly pool: ReturnType<typeof usePool> },
  selected: ReadonlySet<string>,
  clear: () => void,
  open: (sheet: Sheet) => void,
) {
  const press = useMayPress(page);
  const may = (verb: RecordVerb) => hasVerb(formType, verb) && press(recordButton(formType, verb));
  const [remove] = records.delete.useMutation();
  const { importing, withSelected, bin, removing } = useCommonActions({
    ...{ noun, may, selected, clear, open },
    remove: (ids) => remove({ body: { ids: [...ids] } }).unwrap(),
  });
  const count = selected.size;
  const marking = useMarking(tags, selected, may("tag"));
  const pooling = usePoolActions({ formId: form.formId, noun, pool, selected, clear, may });
  const [assigning, calling] = [useAssigning(noun, clear), useCalling<RecordRow>(form, ({ id }) => id)];
  const bar: readonly Action[] = [
    { label: "新增", may: may("add") && source === undefined, adds: true, run: () => open({ kind: "new" }) },
    { ...importing, may: may("import") && source === undefined },
    ...withSelected,
    marking,
    {
      label: "合并",
      may: may("merge"),
      icon: <Merge aria-hidden />,
      disabled: count !== 2 && "请勾选要合并的两项",
      run: () => {
        const [one = "", other = ""] = [...selected];
        open({ kind: "merge", ids: [one, other] });
      },
    },
    {
      label: "查重",
      may: may("merge") || may("duplicates"),
      icon: <CopyCheck aria-hidden />,
      run: () => open({ kind: "duplicates" }),
    },
    ...pooling,
    { label: "标签设置", may: may("tags"), icon: <Tags aria-hidden />, run: () => open({ kind: "tags" }) },
    bin,
  ];
  const rows: readonly Action<RecordRow>[] = [
    calling,
    { label: "详情", run: ({ id }) => open({ kind: "detail", id }) },
    { label: "编辑", may: may("update"), run: ({ id }) => open({ kind: "edit", id }) },
    {
      label: "分配",
      may: may("assign"),
      folded: true,
      form: ({ id, values }) => assigning([id], `“${titleOf(form, values)}”`),
      done: [noun, "分配"],
    },
    { ...removing(({ values }) => titleOf(form, values)), folded: true },
  ];
  return {
    bar,
    rows,
    mayExport: may("export"),
    mayChoose: ["delete", "tag", "merge", "claim", "assign"].some((verb) => may(verb as RecordVerb)),
    may,
  };
}
