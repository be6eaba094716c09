import { Button, HStack } from "@chakra-ui/react";
import { companyApi } from "@liantai/api/contract/admin";
import { ConfirmDialog, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList } from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { ShownPasswords, type Shown } from "../accounts/password.tsx";
import { companies, enabledOptions, useUnitOptions, type Company } from "../parts/model.ts";
import { RechargeDialog, type Booking } from "../parts/recharge-dialog.tsx";
import { enterpriseColumns } from "./columns.tsx";
import { EnterpriseForm } from "./enterprise-form.tsx";
import { namesOf, useEnter, useEnterpriseRights, useVerbs, verbWords, type Asked, type Verb } from "./model.ts";
import { SmsForm } from "./sms-form.tsx";

const { name, enabled, arrears, unitId } = companyApi.list.body!.fields;
const filterSchema = object({ name, enabled, arrears, unitId });
const defaults = () => ({ name: "", enabled: "", arrears: "", unitId: "" });
const arrearsOptions = [
  { value: "1", label: "欠费" },
  { value: "0", label: "正常" },
];

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
  const [form, setForm] = useState<{ readonly company: Company | undefined }>();
  const [sms, setSms] = useState<Company>();
  const [booking, setBooking] = useState<Booking>();
  const [asked, setAsked] = useState<Asked>();
  const [shown, setShown] = useState<readonly Shown[]>();
  const { busy, run } = useVerbs();
  const { entering, enter } = useEnter();
  const chosen = (resource.list.rows ?? []).filter((row) => selected.has(row.compId));
  const columns = useMemo<readonly Column<Company>[]>(
    () => [
      ...enterpriseColumns,
      {
        id: "actions",
        title: "操作",
        width: 216,
        value: () => null,
        actions: true,
        cell: (row) => (
          <HStack gap="1">
            {may.enter && (
              <Button
                size="2xs"
                variant="ghost"
                disabled={entering !== undefined}
                loading={entering === row.compId}
                loadingText="进入"
                onClick={() => void enter(row.compId)}
              >
                进入企业
              </Button>
            )}
            {may.update && (
              <Button size="2xs" variant="ghost" onClick={() => setForm({ company: row })}>
                编辑
              </Button>
            )}
            {may.recharge && (
              <Button size="2xs" variant="ghost" onClick={() => setBooking({ company: row, kind: "recharge" })}>
                充值
              </Button>
            )}
            {may.sms && (
              <Button size="2xs" variant="ghost" onClick={() => setSms(row)}>
                短信
              </Button>
            )}
          </HStack>
        ),
      },
    ],
    [entering, enter, may.enter, may.update, may.recharge, may.sms],
  );
  const ask = (verb: Verb) => (
    <Button
      size="xs"
      variant="outline"
      {...(verbWords[verb].dangerous ? { colorPalette: "red" } : { colorPalette: "gray" })}
      disabled={chosen.length === 0}
      onClick={() => setAsked({ verb, rows: chosen })}
    >
      {verbWords[verb].confirm}
      {verb.endsWith("Form") ? "表单" : ""}
    </Button>
  );
  return (
    <ResourceScreen
      label="企业"
      columns={columns}
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
      onAdd={may.add ? () => setForm({ company: undefined }) : undefined}
      toolbar={
        <>
          {may.add && (
            <Button size="xs" onClick={() => setForm({ company: undefined })}>
              <Plus aria-hidden />
              新增
            </Button>
          )}
          {may.enable && (
            <>
              {ask("enable")}
              {ask("disEnable")}
            </>
          )}
          {may.form && (
            <>
              {ask("showForm")}
              {ask("disShowForm")}
            </>
          )}
          {may.delete && ask("delete")}
        </>
      }
    >
      {form && <EnterpriseForm company={form.company} onClose={() => setForm(undefined)} onShown={setShown} />}
      {sms && <SmsForm company={sms} onClose={() => setSms(undefined)} />}
      <RechargeDialog booking={booking} onClose={() => setBooking(undefined)} />
      <ShownPasswords shown={shown} onClose={() => setShown(undefined)} />
      {asked && (
        <ConfirmDialog
          open
          title={verbWords[asked.verb].title}
          text={verbWords[asked.verb].text(namesOf(asked.rows))}
          confirm={verbWords[asked.verb].confirm}
          dangerous={verbWords[asked.verb].dangerous}
          busy={busy}
          onClose={() => setAsked(undefined)}
          onConfirm={() =>
            void run(asked).then(() => {
              setSelected(new Set());
              setAsked(undefined);
            })
          }
        />
      )}
    </ResourceScreen>
  );
}
