/** What can be done on a screen of records: buttons over the list and in its rows. */
import { useMayPress } from "@liantai/api/client";
import { recordButton, type RecordSource, type RecordVerb } from "@liantai/api/contract/workorder";
import type { CompiledForm, FormType } from "@liantai/api/forms";
import type { Action } from "@liantai/ui/resource";
import { ArchiveRestore, CopyCheck, Merge, Tags, Trash2, Upload } from "lucide-react";
import { useCalling } from "./calling.tsx";
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

const deletion = "可以在回收站中还原。";

/** Contacts have buttons for these alone. */
const ofContacts: readonly RecordVerb[] = ["add", "update", "delete", "import", "export", "push"];

export function useActionsOf(
  { page, formType, noun, source }: RecordsScreenProps,
  form: CompiledForm,
  { tags, pool }: { readonly tags: ReturnType<typeof useTags>; readonly pool: ReturnType<typeof usePool> },
  selected: ReadonlySet<string>,
  clear: () => void,
  open: (sheet: Sheet) => void,
) {
  const press = useMayPress(page);
  const may = (verb: RecordVerb) =>
    (formType !== "contact" || ofContacts.includes(verb)) && press(recordButton(formType, verb));
  const [remove] = records.delete.useMutation();
  const [push] = records.push.useMutation();
  const removing = (ids: readonly string[]) =>
    remove({ body: { ids: [...ids] } })
      .unwrap()
      .then(clear);
  const count = selected.size;
  const marking = useMarking(tags, selected, may("tag"));
  const pooling = usePoolActions({ formId: form.formId, noun, pool, selected, clear, may });
  const [assigning, calling] = [useAssigning(noun, clear), useCalling<RecordRow>(form, ({ id }) => id)];
  const bar: readonly Action[] = [
    { label: "新增", may: may("add") && source === undefined, adds: true, run: () => open({ kind: "new" }) },
    {
      label: "导入",
      may: may("import") && source === undefined,
      icon: <Upload aria-hidden />,
      run: () => open({ kind: "import" }),
    },
    {
      label: "删除",
      may: may("delete"),
      danger: true,
      icon: <Trash2 aria-hidden />,
      disabled: count === 0,
      confirm: () => ({ title: `删除${noun}`, text: `确定要删除选中的 ${count} 项吗？${deletion}` }),
      run: () => removing([...selected]),
      done: [noun, "删除", { count }],
    },
    {
      label: "推送",
      may: may("push"),
      disabled: count === 0,
      confirm: () => ({ title: `推送${noun}`, text: `确定要把选中的 ${count} 项推送到外部接口吗？` }),
      run: () => push({ body: { ids: [...selected] } }).unwrap(),
      done: [noun, "推送", { count }],
    },
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
    { label: "回收站", may: may("delete"), icon: <ArchiveRestore aria-hidden />, run: () => open({ kind: "bin" }) },
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
    {
      label: "删除",
      may: may("delete"),
      danger: true,
      folded: true,
      confirm: ({ values }) => ({
        title: `删除${noun}`,
        text: `确定要删除“${titleOf(form, values)}”吗？${deletion}`,
      }),
      run: ({ id }) => removing([id]),
      done: [noun, "删除"],
    },
  ];
  return {
    bar,
    rows,
    mayExport: may("export"),
    mayChoose: ["delete", "tag", "merge", "claim", "assign"].some((verb) => may(verb as RecordVerb)),
    may,
  };
}
