/** What every list of records offers: 导入, 删除, 推送, 回收站. */
import type { RecordVerb } from "@liantai/api/contract/workorder";
import type { Action } from "@liantai/ui/resource";
import { ArchiveRestore, Trash2, Upload } from "lucide-react";
import { records } from "./queries.ts";

const deletion = "可以在回收站中还原。";

interface CommonProps {
  /** One of it, as people call it. */
  readonly noun: string;
  readonly may: (verb: RecordVerb) => boolean;
  readonly selected: ReadonlySet<string>;
  readonly clear: () => void;
  readonly remove: (ids: readonly string[]) => Promise<unknown>;
  readonly open: (sheet: { readonly kind: "import" | "bin" }) => void;
}

/** `removing`: of one row, by what it is called. */
export function useCommonActions({ noun, may, selected, clear, remove, open }: CommonProps) {
  const [push] = records.push.useMutation();
  const count = selected.size;
  const importing: Action = {
    label: "导入",
    may: may("import"),
    icon: <Upload aria-hidden />,
    run: () => open({ kind: "import" }),
  };
  const withSelected: readonly Action[] = [
    {
      label: "删除",
      may: may("delete"),
      danger: true,
      icon: <Trash2 aria-hidden />,
      disabled: count === 0,
      confirm: () => ({ title: `删除${noun}`, text: `确定要删除选中的 ${count} 项吗？${deletion}` }),
      run: () => remove([...selected]).then(clear),
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
  ];
  const bin: Action = {
    label: "回收站",
    may: may("delete"),
    icon: <ArchiveRestore aria-hidden />,
    run: () => open({ kind: "bin" }),
  };
  const removing = <Row extends { readonly id: string }>(called: (row: Row) => string): Action<Row> => ({
    label: "删除",
    may: may("delete"),
    danger: true,
    confirm: (row) => ({ title: `删除${noun}`, text: `确定要删除“${called(row)}”吗？${deletion}` }),
    run: ({ id }) => remove([id]).then(clear),
    done: [noun, "删除"],
  });
  return { importing, withSelected, bin, removing };
}
