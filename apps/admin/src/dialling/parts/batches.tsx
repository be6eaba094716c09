import { Flex } from "@chakra-ui/react";
import { batchSources } from "@liantai/api/contract/admin";
import { AppDrawer, DataTable, Pager, type Column } from "@liantai/ui";
import { downloadFile, useActionColumn, type Action } from "@liantai/ui/resource";
import { viewOf } from "../../queues/parts/live.ts";
import { phones, type Batch, type Task } from "./queries.ts";
import { usePage } from "../../parts/use-page.ts";
import { shareText } from "./words.ts";

const count = (id: "count" | "succeed" | "failing" | "repetition" | "blackList", title: string): Column<Batch> => ({
  id,
  title,
  width: 64,
  align: "end",
  value: (b) => b[id],
});

const columns: readonly Column<Batch>[] = [
  { id: "batchNumber", title: "批次", width: 132, value: (b) => b.batchNumber },
  { id: "source", title: "来源", width: 84, value: (b) => batchSources[b.source] },
  count("count", "总数"),
  count("succeed", "成功"),
  count("failing", "失败"),
  count("repetition", "重复"),
  count("blackList", "黑名单"),
  {
    id: "done",
    title: "已完成",
    width: 76,
    align: "end",
    value: (b) => b.done,
    cell: (b) => shareText(b.done, b.succeed),
  },
  {
    id: "answered",
    title: "号码接通率",
    hint: "接通的号码 ÷ 已完成的号码；一个号码拨几次也只算一个",
    width: 92,
    align: "end",
    value: (b) => b.answered,
    cell: (b) => shareText(b.answered, b.done),
  },
  { id: "createdAt", title: "时间", width: 156, value: (b) => b.createdAt },
  { id: "fileName", title: "文件", width: 150, value: (b) => b.fileName, optional: true },
  { id: "createdBy", title: "操作人", width: 90, value: (b) => b.createdBy, optional: true },
];

interface BatchesProps {
  readonly task: Task;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}

function Batches({ task: { id }, mayChange }: Omit<BatchesProps, "onClose">) {
  const { page, pager } = usePage("dialtask.batches");
  const answer = phones.batches.useQuery({ body: { taskId: id, ...page } }, { refetchOnMountOrArgChange: true });
  const [remove] = phones.batchDelete.useMutation();
  const actions: readonly Action<Batch>[] = [
    {
      label: "失败数据",
      shown: ({ failedFileId }) => failedFileId !== null,
      run: ({ failedFileId, batchNumber }) =>
        downloadFile(phones.failedDataDownload, `${batchNumber}失败数据.xlsx`, { query: { id: failedFileId } }),
    },
    {
      label: "删除",
      may: mayChange,
      danger: true,
      confirm: ({ batchNumber }) => ({
        title: "删除批次",
        text: `确定要删除批次“${batchNumber}”吗？没有拨过的号码被删除，拨过的不再拨打，记录保留。`,
      }),
      run: (batch) => remove({ body: { taskId: id, ids: [batch.id] } }),
      done: ["批次", "删除"],
    },
  ];
  const shown = useActionColumn(columns, actions);
  return (
    <Flex direction="column" gap="2" h="full" minH="360px">
      <DataTable
        id="dialtask.batches"
        label="批次"
        columns={shown.columns}
        rowId={(batch) => batch.id}
        list={viewOf(answer, ({ list }) => list)}
        empty={{ title: "还没有批次", hint: "每次导入或接口推送号码是一个批次。" }}
      />
      <Pager total={answer.data?.total ?? 0} {...pager} />
      {shown.opened}
    </Flex>
  );
}

/** What came into a task by which import or push, and what became of it. */
export const BatchesDrawer = ({ onClose, ...rest }: BatchesProps) => (
  <AppDrawer open title={`批次：${rest.task.taskIdentity}`} width="1040px" onClose={onClose}>
    <Batches {...rest} />
  </AppDrawer>
);
