/** What came of an import that nobody waits for at its screen any more (realtime.md section 8). A chunk that comes with the first. */
import { Button } from "@chakra-ui/react";
import type { ImportFigures } from "@liantai/bus";
import { AppDialog, FactList } from "@liantai/ui";

const rows = [
  ["成功", "succeed"],
  ["失败", "failing"],
  ["重复", "repetition"],
  ["黑名单", "blackList"],
  ["总数", "count"],
] as const satisfies readonly (readonly [string, keyof ImportFigures])[];

export function Summary({ figures, onClose }: { readonly figures: ImportFigures; readonly onClose: () => void }) {
  return (
    <AppDialog open title="导入结果" width="400px" onClose={onClose} footer={<Button onClick={onClose}>确定</Button>}>
      <FactList facts={rows.map(([label, name]) => [label, `${figures[name]} 行`] as const)} />
    </AppDialog>
  );
}
