import { companyApi } from "@liantai/api/contract/admin";
import { ResourceScreen, SelectField, TextField, useResourceList, type Action } from "@liantai/ui/resource";
import { useState } from "react";
import { object } from "yup";
import { companies, enabledOptions, useUnitOptions, type Company } from "../parts/model.ts";
import { BookingForm } from "../parts/recharge-dialog.tsx";
import { enterpriseColumns } from "./columns.tsx";
import { EnterpriseForm } from "./enterprise-form.tsx";
import { HoursForm } from "./hours-form.tsx";
import { useEnter, useEnterpriseRights, useVerbs } from "./model.ts";
import { useSmsForm } from "./sms-form.tsx";

const { name, enabled, arrears, unitId } = companyApi.list.body!.fields;
const filterSchema = object({ name, enabled, arrears, unitId });
const defaults = () => ({ name: "", enabled: "", arrears: "", unitId: "" });
const arrearsOptions = [
  { value: "1", label: "欠费" },
  { value: "0", label: "正常" },
];

function useRowActions(may: ReturnType<typeof useEnterpriseRights>): readonly Action<Company>[] {
  const enter = useEnter();
  const sms = useSmsForm();
  return [
    { label: "进入企业", may: may.enter, run: ({ compId }) => enter(compId) },
    {
      label: "编辑",
      may: may.update,
      sheet: (company, close) => <EnterpriseForm company={company} onClose={close} />,
    },
    {
      label: "充值",
      may: may.recharge,
      sheet: (company, close) => <BookingForm company={company} kind="recharge" onClose={close} />,
    },
    {
      label: "外呼时段",
      may: may.update,
      folded: true,
      sheet: (company, close) => <HoursForm company={company} onClose={close} />,
    },
    { label: "短信", may: may.sms, folded: true, form: sms, done: ["短信账号", "保存"] },
  ];
}

/** 企业管理. */
export default function EnterpriseScreen() {
  const may = useEnterpriseRights();
  const resource = useResourceList<Company, ReturnType<typeof defaults>>({
    id: "enterprise",
    endpoint: companies.list,
    filterSchema,
    defaults,
  });
  const unitOptions = useUnitOptions();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = (resource.list.rows ?? []).filter((row) => selected.has(row.compId));
  const verbs = useVerbs(may, chosen, () => setSelected(new Set()));
  const rowActions = useRowActions(may);
  return (
    <ResourceScreen
      label="企业"
      columns={enterpriseColumns}
      rowId={(row) => row.compId}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的企业" }}
      selection={{ selected, onChange: setSelected }}
      query={
        <>
          <TextField name="name" label="企业名称或编号" />
          <SelectField name="enabled" label="状态" options={enabledOptions} />
          <SelectField name="arrears" label="账户" options={arrearsOptions} />
          <SelectField name="unitId" label="运营单位" options={unitOptions} />
        </>
      }
      actions={[
        { label: "新增", may: may.add, adds: true, sheet: (_, close) => <EnterpriseForm onClose={close} /> },
        ...verbs,
      ]}
      rowActions={rowActions}
    />
  );
}
