import { queriesOf, useMayPress } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { loginLogApi, loginResults } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  ExportButton,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  DateRangeField,
  today,
  withDateRange,
} from "@liantai/ui/resource";
import { useMemo } from "react";
import { object } from "yup";
import { useCompanyOptions, useIsOperator } from "../companies.ts";

type Login = ReplyOf<typeof loginLogApi.list>["list"][number];

const logins = queriesOf(loginLogApi);
const { account, result, startTime, endTime, compId } = loginLogApi.list.body!.fields;
const filterSchema = withDateRange(object({ startTime, endTime, account, result, compId }), "startTime", "endTime");
const defaults = () => {
  const { from, to } = today(Date.now());
  return { startTime: from, endTime: to, account: "", result: "", compId: "" };
};
const resultOptions = Object.entries(loginResults).map(([value, label]) => ({ value, label }));

const columnsOf = (operator: boolean): readonly Column<Login>[] => [
  { id: "time", title: "时间", width: 160, value: (r) => r.time, sortBy: "time" },
  ...(operator ? [{ id: "company", title: "企业", width: 150, value: (r: Login) => r.compName }] : []),
  { id: "account", title: "账号", width: 120, value: (r) => r.account },
  { id: "name", title: "姓名", width: 120, value: (r) => r.name },
  { id: "address", title: "登录地址", width: 150, value: (r) => r.address },
  { id: "device", title: "设备", width: 190, value: (r) => r.device },
  {
    id: "result",
    title: "结果",
    width: 150,
    value: (r) => r.resultText,
    cell: (r) => <StatusBadge tone={r.result === "ok" ? "ready" : "held"}>{r.resultText}</StatusBadge>,
  },
];

/** 登录日志 */
export default function LoginLogScreen() {
  const operator = useIsOperator();
  const companies = useCompanyOptions();
  const may = useMayPress("/loginlog");
  const columns = useMemo(() => columnsOf(operator), [operator]);
  const resource = useResourceList<Login, ReturnType<typeof defaults>>({
    id: "loginlog",
    endpoint: logins.list,
    filterSchema,
    defaults,
  });
  return (
    <ResourceScreen
      label="登录日志"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的登录记录", hint: "可以换一个时间范围，或重置查询条件。" }}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="登录时间" />
          {operator && <SelectField name="compId" label="企业" options={companies} width="130px" />}
          <TextField name="account" label="账号" width="100px" />
          <SelectField name="result" label="结果" options={resultOptions} width="110px" />
        </>
      }
      toolbar={may("loginlog.export") && <ExportButton endpoint={logins.export} body={resource.question} />}
    />
  );
}
