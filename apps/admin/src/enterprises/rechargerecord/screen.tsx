import { HStack, Text } from "@chakra-ui/react";
import { selectUser, useSelector } from "@liantai/api/client";
import { texts, isOperator } from "@liantai/api/contract";
import { compField, ledgerFilters, ledgerKindTexts, ledgerKinds } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  ExportButton,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  DateRangeField,
  withDateRange,
} from "@liantai/ui/resource";
import { useMemo } from "react";
import { object } from "yup";
import { ledger, type LedgerEntry } from "../parts/model.ts";
import { useEnterpriseOptions } from "../../parts/enterprises.ts";

const filterSchema = withDateRange(object({ compId: compField(), ...ledgerFilters }), "startTime", "endTime");
const defaults = () => ({ compId: "", kind: "", startTime: "", endTime: "", operatorName: "" });
const kindOptions = ledgerKinds.map((value) => ({ value, label: ledgerKindTexts[value] }));
const kindTones = { recharge: "ready", consumption: "offline", adjustment: "busy" } as const;

const columns: readonly Column<LedgerEntry>[] = [
  { id: "at", title: "时间", width: 156, value: (r) => r.at, sortBy: "at" },
  { id: "company", title: "企业", width: 200, value: (r) => `${r.compName}（${r.compId}）` },
  {
    id: "kind",
    title: "类型",
    width: 84,
    value: (r) => ledgerKindTexts[r.kind],
    cell: (r) => <StatusBadge tone={kindTones[r.kind]}>{ledgerKindTexts[r.kind]}</StatusBadge>,
  },
  { id: "amount", title: "金额（元）", width: 130, align: "end", value: (r) => r.amount, sortBy: "amount" },
  { id: "balanceAfter", title: "余额（元）", width: 130, align: "end", value: (r) => r.balanceAfter },
  { id: "operatorName", title: "操作人", width: 110, value: (r) => r.operatorName },
  { id: "remark", title: "备注", width: 220, value: (r) => r.remark },
  { id: "seq", title: "序号", width: 72, align: "end", value: (r) => r.seq, optional: true },
];

/** The own balance, for those who have one. */
function Balance() {
  const { data } = ledger.getCompanyRecharge.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  if (!data) return null;
  return (
    <HStack gap="3">
      <Text>
        余额{" "}
        <Text as="span" fontWeight="600" fontVariantNumeric="tabular-nums">
          {data.balance}
        </Text>{" "}
        元，信用额度 {data.creditLimit} 元
      </Text>
      {data.forbidden === 0 && (
        <Text color="fg.error" role="status">
          {texts.arrears}
        </Text>
      )}
    </HStack>
  );
}

/** 充值记录: the ledger, of the own enterprise or of those one looks after. */
export default function RechargeRecordScreen() {
  const operator = isOperator(useSelector(selectUser));
  const enterprises = useEnterpriseOptions(!operator);
  const resource = useResourceList<LedgerEntry, ReturnType<typeof defaults>>({
    id: "rechargerecord",
    endpoint: ledger.list,
    filterSchema,
    defaults,
  });
  const shown = useMemo(() => (operator ? columns : columns.filter((column) => column.id !== "company")), [operator]);
  return (
    <ResourceScreen
      label="充值记录"
      columns={shown}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的记录" }}
      query={
        <>
          {operator && <SelectField name="compId" label="企业" options={enterprises} width="220px" />}
          <DateRangeField from="startTime" to="endTime" label="时间" />
          <SelectField name="kind" label="类型" options={kindOptions} />
          <TextField name="operatorName" label="操作人" />
        </>
      }
      toolbar={
        <>
          <ExportButton endpoint={ledger.export} body={resource.question} />
          {!operator && <Balance />}
        </>
      }
    />
  );
}
