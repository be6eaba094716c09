import { isOperator } from "@liantai/api/contract";
import { mayOperate, selectUser, useMayPress, useSelector } from "@liantai/api/client";
import { accessNumApi } from "@liantai/api/contract/admin";
import {
  NumberField,
  ResourceScreen,
  SelectField,
  SwitchField,
  TextField,
  useResourceList,
  type Action,
  formOf,
} from "@liantai/ui/resource";
import { useMemo } from "react";
import { object } from "yup";
import { useEnterpriseOptions } from "../../parts/enterprises.ts";
import { accessNumbers } from "../../parts/queries.ts";
import { enabledOptions } from "../../parts/rows.tsx";
import { useOpenAt } from "../../parts/subject.tsx";
import { displayRuleForm, displayRules, pauseForm } from "./display-rule.tsx";
import { dnisColumns, type NumberRow } from "./columns.tsx";

const { number, title, enabled, allocated, compId } = accessNumApi.list.body!.fields;
const filterSchema = object({ number, title, enabled, allocated, compId });
const defaults = () => ({ number: "", title: "", enabled: "", allocated: "", compId: "" });
const blank = { number: "", title: "", compId: "", concurrency: 0, price: 0, enabled: 1 };
const allocatedOptions = [
  { value: "1", label: "已分配" },
  { value: "0", label: "未分配" },
];

function Fields({ operator, isNew = false }: { readonly operator: boolean; readonly isNew?: boolean }) {
  const enterprises = useEnterpriseOptions(!operator);
  return (
    <>
      {isNew && <TextField name="number" label="接入号码" inputMode="numeric" maxLength={20} />}
      <TextField name="title" label="号码名称" />
      {isNew && <SelectField name="compId" label="所属企业" options={enterprises} none="暂不分配" />}
      {operator && <NumberField name="concurrency" label="并发上限" max={100_000} unit="路" hint="0 表示不限" />}
      {operator && <NumberField name="price" label="资费" max={1_000} unit="元/分钟" />}
      <SwitchField name="enabled" label="状态" on="启用" off="停用" hint="停用后新的来电不会接通，通话中的不受影响。" />
    </>
  );
}

function useNumberActions(operator: boolean) {
  const user = useSelector(selectUser);
  const press = useMayPress("/dnis");
  const openAt = useOpenAt();
  const [add] = accessNumbers.add.useMutation();
  const [update] = accessNumbers.update.useMutation();
  const [remove] = accessNumbers.delete.useMutation();
  const { data: rule } = displayRules.get.useQuery({ body: {} }, { skip: operator });
  const [setRule] = displayRules.set.useMutation();
  const [pause] = displayRules.pause.useMutation();
  const [resume] = displayRules.resume.useMutation();
  const actions: readonly Action[] = [
    {
      label: "新增",
      may: operator && mayOperate(user, "accessNum.add"),
      adds: true,
      form: () =>
        formOf({
          title: "新增接入号码",
          schema: accessNumApi.add.body!,
          values: blank,
          fields: <Fields operator={operator} isNew />,
          send: (body) => add({ body }),
        }),
      done: ["接入号码", "新增"],
    },
    {
      label: "外显规则",
      may: !operator && press("accessNum.update"),
      disabled: rule === undefined,
      form: () => displayRuleForm(rule, (body) => setRule({ body })),
      done: ["外显规则", "保存", { note: "从下一通外呼起生效。" }],
    },
  ];
  const rowActions: readonly Action<NumberRow>[] = [
    {
      label: "编辑",
      may: operator ? mayOperate(user, "accessNum.update") : press("accessNum.update"),
      form: (row) =>
        formOf({
          title: "编辑接入号码",
          schema: accessNumApi.update.body!,
          values: { ...row, compId: undefined },
          fields: <Fields operator={operator} />,
          send: (body) => update({ body }),
        }),
      done: ["接入号码", "保存", { note: "从下一通来电起生效。" }],
    },
    {
      label: "暂停外显",
      folded: true,
      may: !operator && press("accessNum.update"),
      shown: ({ enabled, displayPaused }) => enabled === 1 && displayPaused === "",
      form: ({ id, number }) => pauseForm(number, (body) => pause({ body: { ids: [id], ...body } })),
      done: ["外显", "暂停", { note: "从下一通外呼起生效。" }],
    },
    {
      label: "恢复外显",
      may: !operator && press("accessNum.update"),
      shown: ({ displayPaused }) => displayPaused !== "",
      confirm: ({ number, displayPaused }) => ({
        title: "恢复外显",
        text: `${number} 已暂停外显：${displayPaused}。确定要恢复吗？`,
      }),
      run: ({ id }) => resume({ body: { ids: [id] } }),
      done: ["外显", "恢复"],
    },
    { label: "设置", may: !operator, run: ({ id }) => openAt("/setDnis", { id }) },
    { label: "分配", may: !operator, run: ({ id }) => openAt("/allocationDnis", { id }) },
    {
      label: "删除",
      may: operator && mayOperate(user, "accessNum.delete"),
      danger: true,
      disabled: (row) => row.compId !== null && "已分配给企业，请先收回",
      confirm: (row) => ({ title: "删除接入号码", text: `确定要删除接入号码 ${row.number} 吗？` }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["接入号码", "删除"],
    },
  ];
  return { actions, rowActions };
}

/** 接入号码: operators keep the numbers, an enterprise names and switches its own. */
export default function DnisScreen() {
  const operator = isOperator(useSelector(selectUser));
  const enterprises = useEnterpriseOptions(!operator);
  const resource = useResourceList<NumberRow, ReturnType<typeof defaults>>({
    id: "dnis",
    endpoint: accessNumbers.list,
    filterSchema,
    defaults,
  });
  const columns = useMemo(() => dnisColumns(operator), [operator]);
  const { actions, rowActions } = useNumberActions(operator);
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
      actions={actions}
      rowActions={rowActions}
    />
  );
}
