import { Button, Stack, Text } from "@chakra-ui/react";
import { AppDialog, DataTable, type Column } from "@liantai/ui";
import { resultText } from "../parts/words.ts";
import type { Tried } from "./queries.ts";

type Near = Tried["nearest"][number];

const percent = (share: number | null): string => (share === null ? "—" : `${share.toFixed(1)}%`);

const columns: readonly Column<Near>[] = [
  { id: "name", title: "提示音名称", width: 180, value: (n) => (n.enabled === 1 ? n.name : `${n.name}（未启用）`) },
  { id: "code", title: "呼叫结果", width: 100, value: (n) => resultText(n.code) },
  {
    id: "alike",
    title: "相似度",
    hint: "75% 以上才会认定；毫不相干的声音在 50% 左右",
    width: 84,
    align: "end",
    value: (n) => n.alike,
    cell: (n) => percent(n.alike),
  },
  {
    id: "heard",
    title: "听到",
    hint: "录音中包含这段提示音的多少",
    width: 76,
    align: "end",
    value: (n) => n.heard,
    cell: (n) => percent(n.heard),
  },
];

interface TriedProps {
  readonly result: Tried;
  readonly onClose: () => void;
}

/** What a call would have made of the sound, and how near each of the recordings came. */
export function TriedDialog({ result: { id, code, nearest }, onClose }: TriedProps) {
  const found = nearest.find((one) => one.id === id);
  return (
    <AppDialog open title="识别结果" width="520px" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <Stack gap="3">
        <Text aria-live="polite" fontWeight="medium">
          {found ? `识别为“${found.name}”，呼叫结果：${resultText(code)}` : "没有识别出是哪一段提示音"}
        </Text>
        <DataTable
          id="announcements.tried"
          label="各提示音的相似度"
          columns={columns}
          rowId={(one) => one.id}
          list={{ rows: nearest, fetching: false, error: undefined, retry: () => undefined }}
          empty={{ title: "还没有提示音", hint: "先新增提示音，再测试。" }}
        />
      </Stack>
    </AppDialog>
  );
}
