import { Button } from "@chakra-ui/react";
import { queriesOf, useMayPress } from "@liantai/api/client";
import { operateLogApi } from "@liantai/api/contract/admin";
import type { Column } from "@liantai/ui";
import {
  DetailDrawer,
  ExportButton,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  DateRangeField,
  today,
  withDateRange,
} from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { object } from "yup";
import { useCompanyOptions, useIsOperator } from "../companies.ts";
import { Changes } from "./changes.tsx";
import { actionOptions, changesLine, objectOptions, type Operation } from "./words.ts";

const operations = queriesOf(operateLogApi);
const { user, object: kind, action, keyword, startTime, endTime, compId } = operateLogApi.list.body!.fields;
const filterSchema = withDateRange(
  object({ startTime, endTime, user, object: kind, action, keyword, compId }),
  "startTime",
  "endTime",
);
const defaults = () => {
  const { from, to } = today(Date.now());
  return { startTime: from, endTime: to, user: "", object: "", action: "", keyword: "", compId: "" };
};
const who = (r: Operation): string => (r.name ? `${r.name}（${r.user}）` : r.user);

const columnsOf = (operator: boolean, open: (row: Operation) => void): readonly Column<Operation>[] => [
  { id: "time", title: "时间", width: 156, value: (r) => r.time, sortBy: "time" },
  ...(operator ? [{ id: "company", title: "企业", width: 124, value: (r: Operation) => r.compName }] : []),
  { id: "user", title: "操作人", width: operator ? 124 : 150, value: who },
  { id: "object", title: "对象", width: operator ? 92 : 104, value: (r) => r.objectText },
  { id: "name", title: "名称", width: operator ? 144 : 160, value: (r) => r.objectName },
  { id: "action", title: "操作类型", width: operator ? 84 : 96, value: (r) => r.actionText },
  { id: "changes", title: "内容", width: operator ? 232 : 288, value: changesLine },
  { id: "module", title: "页面", width: 120, value: (r) => r.module, optional: true },
  { id: "address", title: "地址", width: 130, value: (r) => r.address, optional: true },
  {
    id: "actions",
    title: "操作",
    width: 72,
    value: () => null,
    actions: true,
    cell: (r) => (
      <Button size="2xs" variant="ghost" onClick={() => open(r)}>
        详情
      </Button>
    ),
  },
];

/** 操作日志 */
export default function OperateLogScreen() {
  const operator = useIsOperator();
  const companies = useCompanyOptions();
  const may = useMayPress("/operatelog");
  const [shown, setShown] = useState<Operation>();
  const columns = useMemo(() => columnsOf(operator, setShown), [operator]);
  const resource = useResourceList<Operation, ReturnType<typeof defaults>>({
    id: "operatelog",
    endpoint: operations.list,
    filterSchema,
    defaults,
  });
  return (
    <ResourceScreen
      label="操作日志"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的操作记录", hint: "可以换一个时间范围，或重置查询条件。" }}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="操作时间" />
          {operator && <SelectField name="compId" label="企业" options={companies} width="180px" />}
          <TextField name="user" label="操作人" width="120px" />
          <SelectField name="object" label="对象" options={objectOptions} width="120px" />
          <SelectField name="action" label="操作" options={actionOptions} width="110px" />
          <TextField name="keyword" label="名称" width="132px" />
        </>
      }
      toolbar={may("operatelog.export") && <ExportButton endpoint={operations.export} body={resource.question} />}
    >
      <DetailDrawer
        open={shown !== undefined}
        title="操作详情"
        width="640px"
        onClose={() => setShown(undefined)}
        items={
          shown
            ? [
                ["时间", shown.time],
                ...(operator ? ([["企业", shown.compName]] as const) : []),
                ["操作人", who(shown)],
                ["页面", shown.module],
                ["对象", shown.objectText],
                ["名称", shown.objectName],
                ["操作", shown.actionText],
                ["地址", shown.address],
              ]
            : []
        }
      >
        {shown && <Changes operation={shown} />}
      </DetailDrawer>
    </ResourceScreen>
  );
}
