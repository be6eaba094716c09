import { queriesOf } from "@liantai/api/client";
import { type ReplyOf, epochOf } from "@liantai/api/contract";
import { blackListApi } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  CrudScreen,
  DateField,
  ImportDialog,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "@liantai/ui/resource";
import { Upload } from "lucide-react";
import { object } from "yup";
import { useImports } from "@liantai/bus/react";
import { useImported } from "../parts/use-imported.ts";

export type Barred = ReplyOf<typeof blackListApi.list>["list"][number];
const blackLists = queriesOf(blackListApi);

const callTypeTexts: Readonly<Record<number, string>> = { 0: "呼入", 1: "呼出", 2: "呼入和呼出" };
const callTypes = Object.entries(callTypeTexts).map(([value, label]) => ({ value: Number(value), label }));
const filterSchema = object({
  phone: blackListApi.list.body!.fields.phone,
  blackListCallType: blackListApi.list.body!.fields.blackListCallType,
});
const defaults = () => ({ phone: "", blackListCallType: "" });
const isOver = (row: Barred): boolean => row.expiresAt !== null && epochOf(row.expiresAt) <= Date.now();

const columns: readonly Column<Barred>[] = [
  { id: "phone", title: "号码", width: 130, value: (r) => r.phone, sortBy: "phone" },
  { id: "isPrefix", title: "匹配方式", width: 84, value: (r) => (r.isPrefix === 1 ? "按前缀" : "完整号码") },
  { id: "callType", title: "限制方向", width: 104, value: (r) => callTypeTexts[r.blackListCallType]! },
  { id: "remark", title: "原因", width: 160, value: (r) => r.remark },
  {
    id: "expiresAt",
    title: "失效时间",
    width: 156,
    value: (r) => r.expiresAt ?? "长期有效",
    sortBy: "expiresAt",
    cell: (r) =>
      isOver(r) ? <StatusBadge tone="offline">已失效 {r.expiresAt}</StatusBadge> : (r.expiresAt ?? "长期有效"),
  },
  { id: "createdBy", title: "添加人", width: 84, value: (r) => r.createdBy },
  { id: "createdAt", title: "添加时间", width: 156, value: (r) => r.createdAt, sortBy: "createdAt" },
];

interface BlackListProps {
  readonly id: string;
  readonly noun: string;
  readonly blackListType: 0 | 1;
  readonly may: { readonly add: boolean; readonly update: boolean; readonly delete: boolean };
}

/** Barred numbers: the installation's or the enterprise's. */
export function BlackList({ id, noun, blackListType, may }: BlackListProps) {
  const extra = { blackListType };
  useImported("blackList", blackListApi.importData);
  return (
    <CrudScreen<Barred, ReturnType<typeof defaults>>
      id={id}
      noun={noun}
      queries={blackLists}
      extra={extra}
      may={may}
      actions={[
        {
          label: "导入",
          may: may.add,
          icon: <Upload aria-hidden />,
          sheet: (_, close) => (
            <ImportDialog
              open
              title={`导入${noun}`}
              kind="blackList"
              useEvents={useImports}
              endpoint={blackLists.importData}
              fields={extra}
              template={blackLists.template}
              templateName="黑名单导入模板.xlsx"
              onClose={close}
              onDone={() => undefined}
            />
          ),
        },
      ]}
      list={{ columns, idOf: (r) => r.id, nameOf: (r) => r.phone }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="phone" label="号码" inputMode="numeric" />
            <SelectField name="blackListCallType" label="限制方向" options={callTypes} width="130px" />
          </>
        ),
      }}
      form={{
        schema: blackListApi.add.body!,
        values: (row) => ({
          blackListType,
          phone: row?.phone ?? "",
          isPrefix: row?.isPrefix ?? 0,
          blackListCallType: row?.blackListCallType ?? 0,
          expiresAt: row?.expiresAt ?? "",
          remark: row?.remark ?? "",
        }),
        fields: (
          <>
            <TextField name="phone" label="号码" inputMode="tel" />
            <SwitchField name="isPrefix" label="按前缀" on="以此开头的号码都限制" off="仅限制此号码" />
            <SelectField name="blackListCallType" label="限制方向" options={callTypes} none={false} />
            <DateField name="expiresAt" label="失效时间" time="23:59:59" hint="不填则长期有效" />
            <TextAreaField name="remark" label="原因" rows={3} />
          </>
        ),
      }}
    />
  );
}
