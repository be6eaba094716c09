import { useMayPress } from "@liantai/api/client";
import { regexRuleApi, ruleKinds } from "@liantai/api/contract/flow-editor";
import { AppDrawer, StatusBadge, type Column } from "@liantai/ui";
import { CrudScreen, SelectField, SwitchField, TextAreaField, TextField, type Action } from "@liantai/ui/resource";
import { FlaskConical } from "lucide-react";
import { object } from "yup";
import { rules, type Rule } from "../parts/queries.ts";
import { TestLines, Tester } from "./tester.tsx";

const { name, kind, enabled } = regexRuleApi.list.body!.fields;
const filterSchema = object({ name, kind, enabled });
const defaults = () => ({ name: "", kind: "", enabled: "" });
const kinds = Object.entries(ruleKinds).map(([value, label]) => ({ value, label }));
const states = [
  { value: "1", label: "启用" },
  { value: "0", label: "停用" },
];

const columns: readonly Column<Rule>[] = [
  { id: "name", title: "规则名称", width: 160, value: (r) => r.name, sortBy: "name" },
  { id: "pattern", title: "正则表达式", width: 280, value: (r) => r.pattern },
  { id: "kind", title: "用途", width: 120, value: (r) => ruleKinds[r.kind] },
  { id: "intents", title: "使用的意图", width: 180, value: (r) => r.intents.join("、") },
  {
    id: "enabled",
    title: "状态",
    width: 76,
    value: (r) => r.enabled,
    cell: (r) => (
      <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{r.enabled === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
  { id: "remark", title: "备注", width: 180, value: (r) => r.remark, optional: true },
];

const sheetOf = (pattern: string, close: () => void) => (
  <AppDrawer open title="测试正则表达式" width="560px" onClose={close}>
    <Tester pattern={pattern} />
  </AppDrawer>
);

/** 正则管理 */
export default function RegularScreen() {
  const press = useMayPress("/regular");
  const trying: Action<Rule> = { label: "测试", sheet: (r, close) => sheetOf(r.pattern, close) };
  const tryingAny: Action = {
    label: "测试",
    icon: <FlaskConical aria-hidden />,
    sheet: (_, close) => sheetOf("", close),
  };
  return (
    <CrudScreen<Rule, ReturnType<typeof defaults>>
      id="regular"
      noun="正则规则"
      queries={rules}
      may={{ add: press("regexRule.add"), update: press("regexRule.update"), delete: press("regexRule.delete") }}
      list={{ columns, idOf: (r) => r.id, nameOf: (r) => r.name, actions: [trying] }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="name" label="规则名称" />
            <SelectField name="kind" label="用途" options={kinds} />
            <SelectField name="enabled" label="状态" options={states} width="110px" />
          </>
        ),
      }}
      form={{
        schema: regexRuleApi.add.body!,
        values: (row) => ({
          name: row?.name ?? "",
          pattern: row?.pattern ?? "",
          kind: row?.kind ?? "intent",
          remark: row?.remark ?? "",
          enabled: row?.enabled ?? 1,
        }),
        width: "560px",
        fields: (form) => (
          <>
            <TextField name="name" label="规则名称" />
            <TextAreaField name="pattern" label="正则表达式" rows={3} />
            <SelectField name="kind" label="用途" options={kinds} />
            <SwitchField name="enabled" label="启用" on="启用" off="停用" />
            <TextAreaField name="remark" label="备注" rows={2} />
            <TestLines pattern={String(form.watch("pattern") ?? "")} />
          </>
        ),
      }}
      actions={[tryingAny]}
    />
  );
}
