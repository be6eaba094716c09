import { Button, HStack } from "@chakra-ui/react";
import { opened, searchChanged, useDispatch } from "@liantai/api/client";
import { texts } from "@liantai/api/contract";
import { companyApi } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList } from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import { object } from "yup";
import { useEnterpriseRights } from "../enterprise/model.ts";
import { companies, type Company } from "../parts/model.ts";
import { RechargeDialog, type Booking } from "../parts/recharge-dialog.tsx";

const { name, arrears } = companyApi.list.body!.fields;
const filterSchema = object({ name, arrears });
const defaults = () => ({ name: "", arrears: "" });
const arrearsOptions = [
  { value: "1", label: "欠费" },
  { value: "0", label: "正常" },
];
const recordPath = "/rechargerecord";

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
  const dispatch = useDispatch();
  const resource = useResourceList<Company, ReturnType<typeof defaults>>({
    id: "rechargeenterprise",
    endpoint: companies.list,
    filterSchema,
    defaults,
  });
  const [booking, setBooking] = useState<Booking>();
  const shown = useMemo<readonly Column<Company>[]>(() => {
    const open = (compId: string) => {
      dispatch(opened({ to: recordPath }));
      dispatch(searchChanged({ key: recordPath, search: new URLSearchParams({ compId }).toString() }));
    };
    return [
      ...columns,
      {
        id: "actions",
        title: "操作",
        width: 190,
        value: () => null,
        actions: true,
        cell: (row) => (
          <HStack gap="1">
            {may.recharge && (
              <Button size="2xs" variant="ghost" onClick={() => setBooking({ company: row, kind: "recharge" })}>
                充值
              </Button>
            )}
            {may.adjust && (
              <Button size="2xs" variant="ghost" onClick={() => setBooking({ company: row, kind: "adjust" })}>
                调整
              </Button>
            )}
            <Button size="2xs" variant="ghost" onClick={() => open(row.compId)}>
              充值记录
            </Button>
          </HStack>
        ),
      },
    ];
  }, [dispatch, may.recharge, may.adjust]);
  return (
    <ResourceScreen
      label="企业余额"
      columns={shown}
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
    >
      <RechargeDialog booking={booking} onClose={() => setBooking(undefined)} />
    </ResourceScreen>
  );
}
