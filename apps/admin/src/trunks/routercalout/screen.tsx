import { isOperator } from "@liantai/api/contract";
import { selectUser, useMayPress, useSelector } from "@liantai/api/client";
import { routeOutApi } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import { FlaskConical } from "lucide-react";
import { object } from "yup";
import {
  CrudScreen,
  NumberField,
  RadioField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  DigitListField,
  EnterpriseChooser,
  useEnterprise,
} from "@liantai/ui/resource";
import { useEnterpriseOptions } from "../../parts/enterprises.ts";
import { routeOuts } from "../parts/queries.ts";
import { allPrefixes, enabledOptions, enabledTexts } from "../../parts/words.ts";
import { displayOptions, displayTexts, type RouteOut } from "../parts/words.ts";
import { RouteTester } from "./tester.tsx";

const body = routeOutApi.list.body!;
const filterSchema = object({ name: body.fields.name, enabled: body.fields.enabled });
const defaults = () => ({ name: "", enabled: "" });

const columns: readonly Column<RouteOut>[] = [
  { id: "priority", title: "优先级", width: 72, align: "end", value: (r) => r.priority, sortBy: "priority" },
  { id: "name", title: "路由名称", width: 130, value: (r) => r.name, sortBy: "name" },
  { id: "prefixes", title: "号码前缀", width: 110, value: (r) => allPrefixes(r.prefixes) },
  { id: "length", title: "号码位数", width: 80, value: (r) => `${r.minLength}-${r.maxLength}` },
  {
    id: "rewrite",
    title: "号码改写",
    width: 150,
    value: (r) =>
      [r.strip > 0 ? `去除前${r.strip}位` : "", r.prepend ? `添加${r.prepend}` : ""].filter(Boolean).join("，") ||
      "不改写",
  },
  { id: "display", title: "外显方式", width: 96, value: (r) => displayTexts[r.display]! },
  { id: "displayNumbers", title: "外显号码", width: 130, value: (r) => r.displayNumbers },
  {
    id: "enabled",
    title: "状态",
    width: 72,
    value: (r) => enabledTexts[r.enabled]!,
    cell: (r) => <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{enabledTexts[r.enabled]}</StatusBadge>,
  },
  { id: "remark", title: "备注", width: 160, value: (r) => r.remark, optional: true },
];

/** 外呼路由: prefix, rewriting and displayed number of outgoing calls, with a tester. */
export default function RouterCallOutScreen() {
  const press = useMayPress("/routercalout");
  const operator = isOperator(useSelector(selectUser));
  const [enterprise, choose] = useEnterprise();
  const extra = operator ? { compId: enterprise } : {};
  const chooser = { enterprises: useEnterpriseOptions(!operator), value: enterprise, onChange: choose };
  if (operator && !enterprise) return <EnterpriseChooser {...chooser} />;
  return (
    <CrudScreen<RouteOut, ReturnType<typeof defaults>>
      key={enterprise}
      id="routercalout"
      noun="外呼路由"
      queries={routeOuts}
      extra={extra}
      may={{ add: press("routeOut.add"), update: press("routeOut.update"), delete: press("routeOut.delete") }}
      actions={[
        {
          label: "路由测试",
          icon: <FlaskConical aria-hidden />,
          sheet: (_, close) => <RouteTester extra={extra} onClose={close} />,
        },
      ]}
      toolbar={operator && <EnterpriseChooser compact {...chooser} />}
      list={{
        columns,
        idOf: (r) => r.id,
        nameOf: (r) => r.name,
        hint: "没有外呼路由时，号码按原样拨打，外显默认接入号码。",
      }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="name" label="路由名称" />
            <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
          </>
        ),
      }}
      form={{
        schema: routeOutApi.add.body!,
        values: (row) => ({
          name: row?.name ?? "",
          prefixes: row?.prefixes ?? "",
          minLength: row?.minLength ?? 3,
          maxLength: row?.maxLength ?? 20,
          strip: row?.strip ?? 0,
          prepend: row?.prepend ?? "",
          display: row?.display ?? "default",
          displayNumbers: row?.displayNumbers ?? "",
          priority: row?.priority ?? 100,
          enabled: row?.enabled ?? 1,
          remark: row?.remark ?? "",
        }),
        fields: (form) => (
          <>
            <TextField name="name" label="路由名称" />
            <DigitListField name="prefixes" label="号码前缀" hint="多个以英文逗号隔开，不填则为全部号码" />
            <NumberField name="minLength" label="最短位数" min={1} max={32} />
            <NumberField name="maxLength" label="最长位数" min={1} max={32} />
            <NumberField name="strip" label="去除前几位" max={16} />
            <TextField name="prepend" label="添加前缀" hint="去除之后添加在号码前，例如 0" />
            <RadioField name="display" label="外显方式" options={displayOptions} />
            {form.watch("display") !== "default" && (
              <DigitListField name="displayNumbers" label="外显号码" hint="多个以英文逗号隔开；轮换号码按次序使用" />
            )}
            <NumberField name="priority" label="优先级" hint="数字小的先匹配" min={1} max={9_999} />
            <SwitchField name="enabled" label="启用" on="启用" off="停用" />
            <TextAreaField name="remark" label="备注" rows={3} />
          </>
        ),
      }}
    />
  );
}
