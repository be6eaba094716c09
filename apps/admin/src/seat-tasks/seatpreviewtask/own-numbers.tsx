/** Numbers that the seat has, had, or was promised. */
import { callResults } from "@liantai/api/contract";
import { numberStates, previewTaskApi } from "@liantai/api/contract/admin";
import { useBus } from "@liantai/bus/react";
import { useWhenActive, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList, type Action } from "@liantai/ui/resource";
import { Box } from "@chakra-ui/react";
import { preview, type PreviewRow } from "../queries.ts";
import { resultForm } from "./actions.tsx";

const filterSchema = previewTaskApi.list.body!.pick(["phone", "contact", "state", "result"]);
const defaults = () => ({ phone: "", contact: "", state: "", result: "" });
const states = Object.entries(numberStates).map(([value, label]) => ({ value, label }));

const columns: readonly Column<PreviewRow>[] = [
  { id: "taskIdentity", title: "任务标识", width: 160, value: (r) => r.taskIdentity },
  { id: "phone", title: "号码", width: 130, value: (r) => r.phone },
  { id: "contact", title: "客户姓名", width: 110, value: (r) => r.contact },
  {
    id: "state",
    title: "状态",
    width: 150,
    value: (r) => `${numberStates[r.state]}${r.reason && `：${r.reason}`}${r.resultDue ? "，待提交结果" : ""}`,
  },
  { id: "attempts", title: "外呼次数", width: 84, align: "end", value: (r) => r.attempts },
  {
    id: "lastCode",
    title: "呼叫结果",
    width: 88,
    value: (r) => (r.lastCode === null ? "" : (callResults[r.lastCode] ?? `${r.lastCode}`)),
  },
  { id: "result", title: "业务结果", width: 96, value: (r) => r.result },
  { id: "nextAt", title: "下次外呼", width: 156, value: (r) => r.nextAt ?? "" },
  { id: "lastAt", title: "最近外呼", width: 156, value: (r) => r.lastAt ?? "", optional: true },
  { id: "remark", title: "备注", width: 160, value: (r) => r.remark, optional: true },
];

const rowId = ({ id }: PreviewRow) => id;

/** A number that left the hand without its result: the next one waits for it. */
function useRowActions(): readonly Action<PreviewRow>[] {
  const [give] = preview.result.useMutation();
  return [
    {
      label: "提交结果",
      shown: ({ resultDue }) => resultDue,
      form: (row) => resultForm(row, (typed) => give({ body: { taskId: row.taskId, id: row.id, ...typed } }).unwrap()),
      done: ["业务结果", "提交"],
    },
  ];
}

export function OwnNumbers() {
  const rowActions = useRowActions();
  const resource = useResourceList<PreviewRow, ReturnType<typeof defaults>>({
    id: "seatpreviewtask",
    endpoint: preview.list,
    filterSchema,
    defaults,
  });
  // What came of a number is known when its call is on record.
  const refresh = useWhenActive(resource.refetch);
  useBus("call.recorded", refresh);
  return (
    <Box flex="1" minH="360px" mx="-3" mb="-3">
      <ResourceScreen
        label="我的号码"
        columns={columns}
        rowId={rowId}
        empty={{ title: "还没有号码", hint: "领取过、分配或预约给您的号码显示在这里。" }}
        resource={resource}
        filterSchema={filterSchema}
        defaults={defaults}
        rowActions={rowActions}
        query={
          <>
            <TextField name="phone" label="号码" width="130px" inputMode="numeric" />
            <TextField name="contact" label="客户姓名" width="110px" />
            <SelectField name="state" label="状态" options={states} width="100px" />
            <TextField name="result" label="业务结果" width="100px" />
          </>
        }
      />
    </Box>
  );
}
