/** What came of an import that nobody waits for at its screen any more (realtime.md section 8). A chunk that comes with the first. */
import { Button } from "@chakra-ui/react";
import type { ImportKind } from "@liantai/api/contract/parts";
import type { ImportFigures } from "@liantai/bus";
import { AppDialog, FactList } from "@liantai/ui";

const rows = [
  ["成功", "succeed"],
  ["失败", "failing"],
  ["重复", "repetition"],
  ["黑名单", "blackList"],
  ["总数", "count"],
] as const satisfies readonly (readonly [string, keyof ImportFigures])[];

/** What was imported; of a check: what was looked through. */
const nouns: Readonly<Record<string, string>> = {
  ...{ agent: "坐席", blackList: "黑名单", cascade: "级联选项", contact: "联系人", form: "表单数据", order: "工单" },
  ...{ taskPhone: "外呼号码", numberList: "号码清单" },
} satisfies Partial<Record<ImportKind, string>>;
const checked = /Check$/;

function titleOf(kind: string): string {
  const noun = nouns[kind.replace(checked, "")];
  const what = checked.test(kind) ? "导入校验结果" : "导入结果";
  return noun === undefined ? what : `${what}：${noun}`;
}

interface SummaryProps {
  readonly kind: string;
  readonly figures: ImportFigures;
  readonly onClose: () => void;
}

export function Summary({ kind, figures, onClose }: SummaryProps) {
  return (
    <AppDialog
      open
      title={titleOf(kind)}
      width="400px"
      onClose={onClose}
      footer={<Button onClick={onClose}>确定</Button>}
    >
      <FactList facts={rows.map(([label, name]) => [label, `${figures[name]} 行`] as const)} />
    </AppDialog>
  );
}
