import { Button } from "@chakra-ui/react";
import { mayOperate, notify, notifyDone, selectUser, useMayPress, useSelector } from "@liantai/api/client";
import { accessNumApi } from "@liantai/api/contract/admin";
import { ConfirmDialog } from "@liantai/ui";
import {
  FormDrawer,
  NumberField,
  ResourceScreen,
  SelectField,
  SwitchField,
  TextField,
  useResourceList,
  sending,
} from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { useEnterpriseOptions } from "../../parts/enterprises.ts";
import { accessNumbers } from "../../parts/queries.ts";
import { enabledOptions } from "../../parts/rows.tsx";
import { useOpenAt } from "../../parts/subject.tsx";
import { dnisColumns, type NumberRow } from "./columns.tsx";

const { number, title, enabled, allocated, compId } = accessNumApi.list.body!.fields;
const filterSchema = object({ number, title, enabled, allocated, compId });
const defaults = () => ({ number: "", title: "", enabled: "", allocated: "", compId: "" });
const blank = { number: "", title: "", compId: "", concurrency: 0, price: 0, enabled: 1 };
const allocatedOptions = [
  { value: "1", label: "已分配" },
  { value: "0", label: "未分配" },
];

/** 接入号码: operators keep the numbers, an enterprise names and switches its own. */
export default function DnisScreen() {
  const user = useSelector(selectUser);
  const operator = user?.roleType === 0;
  const may = useMayPress("/dnis");
  const openAt = useOpenAt();
  const enterprises = useEnterpriseOptions(!operator);
  const resource = useResourceList<NumberRow, ReturnType<typeof defaults>>({
    id: "dnis",
    endpoint: accessNumbers.list,
    filterSchema,
    defaults,
  });
  const [editing, setEditing] = useState<NumberRow | "new">();
  const [deleting, setDeleting] = useState<NumberRow>();
  const [add] = accessNumbers.add.useMutation();
  const [update] = accessNumbers.update.useMutation();
  const [remove, { isLoading: removing }] = accessNumbers.delete.useMutation();
  const mayUpdate = operator ? mayOperate(user, "accessNum.update") : may("accessNum.update");
  const columns = useMemo(
    () =>
      dnisColumns(operator, (row) => [
        mayUpdate && { label: "编辑", onClick: () => setEditing(row) },
        !operator && { label: "设置", onClick: () => openAt("/setDnis", { id: row.id }) },
        !operator && { label: "分配", onClick: () => openAt("/allocationDnis", { id: row.id }) },
        operator &&
          mayOperate(user, "accessNum.delete") && {
            label: "删除",
            dangerous: true,
            disabled: row.compId !== null,
            onClick: () => setDeleting(row),
          },
      ]),
    [operator, mayUpdate, openAt, user],
  );
  const isNew = editing === "new";
  const done = () =>
    notify({
      title: isNew ? "接入号码已新增" : "接入号码已保存",
      text: isNew ? undefined : "从下一通来电起生效。",
    });
  const form = isNew
    ? sending(accessNumApi.add.body!, (values) => add({ body: values }).unwrap().then(done))
    : sending(accessNumApi.update.body!, (values) => update({ body: values }).unwrap().then(done));
  return (
    <ResourceScreen
      label="接入号码"
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{
        title: "没有符合条件的接入号码",
        hint: operator ? "可以点击“新增”添加号码。" : "号码由运营人员分配给企业。",
      }}
      query={
        <>
          <TextField name="number" label="接入号码" inputMode="numeric" />
          <TextField name="title" label="号码名称" />
          <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
          {operator && <SelectField name="allocated" label="分配情况" options={allocatedOptions} width="104px" />}
          {operator && <SelectField name="compId" label="企业" options={enterprises} width="220px" />}
        </>
      }
      onAdd={operator && mayOperate(user, "accessNum.add") ? () => setEditing("new") : undefined}
      toolbar={
        operator &&
        mayOperate(user, "accessNum.add") && (
          <Button size="xs" onClick={() => setEditing("new")}>
            <Plus aria-hidden />
            新增
          </Button>
        )
      }
    >
      <FormDrawer
        open={editing !== undefined}
        title={isNew ? "新增接入号码" : "编辑接入号码"}
        width="480px"
        {...form}
        values={isNew ? blank : { ...editing, compId: undefined }}
        onClose={() => setEditing(undefined)}
      >
        {isNew && <TextField name="number" label="接入号码" inputMode="numeric" maxLength={20} />}
        <TextField name="title" label="号码名称" maxLength={30} />
        {isNew && <SelectField name="compId" label="所属企业" options={enterprises} none="暂不分配" />}
        {operator && <NumberField name="concurrency" label="并发上限" max={100_000} unit="路" hint="0 表示不限" />}
        {operator && <NumberField name="price" label="资费" max={1_000} unit="元/分钟" />}
        <SwitchField
          name="enabled"
          label="状态"
          on="启用"
          off="停用"
          hint="停用后新的来电不会接通，通话中的不受影响。"
        />
      </FormDrawer>
      <ConfirmDialog
        open={deleting !== undefined}
        title="删除接入号码"
        text={`确定删除接入号码 ${deleting?.number ?? ""} 吗？`}
        confirm="删除"
        dangerous
        busy={removing}
        onClose={() => setDeleting(undefined)}
        onConfirm={() =>
          void remove({ body: { ids: [deleting!.id] } })
            .unwrap()
            .then(
              () => notifyDone("接入号码", "删除"),
              () => undefined,
            )
            .finally(() => setDeleting(undefined))
        }
      />
    </ResourceScreen>
  );
}
