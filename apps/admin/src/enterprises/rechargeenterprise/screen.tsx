import { texts } from "@liantai/api/contract";
import { companyApi } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList, type Action } from "@liantai/ui/resource";
import { object } from "yup";
import { useEnterpriseRights } from "../enterprise/model.ts";
import { companies, type Company } from "../parts/model.ts";
import { useOpenAt } from "../../parts/subject.tsx";
import { BookingForm } from "../parts/recharge-dialog.tsx";

const { name, arrears } = companyApi.list.body!.fields;
const filterSchema = object({ name, arrears });
const defaults = () => ({ name: "", arrears: "" });
const arrearsOptions = [
  { value: "1", label: "欠费" },
  { value: "0", label: "正常" },
];

const columns: readonly Column<Company>[] = [
  { id: "compId", title: "企业编号", width: 100, value: (r) => r.compId, sortBy: "compId" },
  { id: "name", title: "企业名称", width: 220, value: (r) => r.name, sortBy: "name" },
  { id: "balance", title: "余额（元）", width: 150, align: "end", value: (r) => r.balance, sortBy: "balance" },
  { id: "creditLimit", title: "信用额度（元）", width: 150, align: "end", value: (r) => r.creditLimit },
  {
    id: "forbidden",
    title: "账户",
    width: 130,
    value: (r) => (r.forbidden === 0 ? texts.arrears : "正常"),
    cell: (r) => (
      <StatusBadge tone={r.forbidden === 0 ? "busy" : "ready"}>
        {r.forbidden === 0 ? texts.arrears : "正常"}
      </StatusBadge>
    ),
  },
  { id: "isWhite", title: "欠费不停机", width: 100, value: (r) => (r.isWhite === 1 ? "是" : "否") },
];

/** 企业充值: balances, money in, corrections. */
export default function RechargeEnterpriseScreen() {
  const may = useEnterpriseRights();
  const openAt = useOpenAt();
  const resource = useResourceList<Company, ReturnType<typeof defaults>>({
    id: "rechargeenterprise",
    endpoint: companies.list,
    filterSchema,
    defaults,
  });
  const rowActions: readonly Action<Company>[] = [
    {
      label: "充值",
      may: may.recharge,
      sheet: (company, close) => <BookingForm company={company} kind="recharge" onClose={close} />,
    },
    {
      label: "调整",
      may: may.adjust,
      sheet: (company, close) => <BookingForm company={company} kind="adjust" onClose={close} />,
    },
    { label: "充值记录", run: ({ compId }) => openAt("/rechargerecord", { compId }) },
  ];
  return (
    <ResourceScreen
      label="企业余额"
      columns={columns}
      rowId={(row) => row.compId}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的企业" }}
      query={
        <>
          <TextField name="name" label="企业名称或编号" />
          <SelectField name="arrears" label="账户" options={arrearsOptions} />
        </>
      }
      rowActions={rowActions}
    />
  );
}
