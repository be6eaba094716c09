import { bus } from "@liantai/bus";
import { useMayPress } from "@liantai/api/client";
import { callLimitApi } from "@liantai/api/contract/admin";
import { AppDialog, StatusBadge, type Column } from "@liantai/ui";
import { CrudScreen, type Action, SelectField, TextField } from "@liantai/ui/resource";
import { BellRing, FlaskConical } from "lucide-react";
import { object } from "yup";
import { limitFields, limitText, limitValues } from "../parts/limit-form.tsx";
import { LimitTester } from "../parts/limit-tester.tsx";
import { callLimits } from "../parts/queries.ts";
import { allPrefixes, enabledOptions, enabledTexts } from "../../parts/words.ts";
import { directionOptions, directionTexts, type CallLimit } from "../parts/words.ts";

const body = callLimitApi.list.body!;
const filterSchema = object({ name: body.fields.name, direction: body.fields.direction, enabled: body.fields.enabled });
const defaults = () => ({ name: "", direction: "", enabled: "" });

const columns: readonly Column<CallLimit>[] = [
  { id: "name", title: "限制名称", width: 150, value: (r) => r.name, sortBy: "name" },
  { id: "direction", title: "呼叫方向", width: 104, value: (r) => directionTexts[r.direction]!, sortBy: "direction" },
  { id: "prefixes", title: "号码前缀", width: 150, value: (r) => allPrefixes(r.prefixes) },
  { id: "rule", title: "限制内容", width: 260, value: limitText },
  { id: "blockedToday", title: "今日拦截", width: 80, align: "end", value: (r) => r.blockedToday },
  {
    id: "enabled",
    title: "状态",
    width: 72,
    value: (r) => enabledTexts[r.enabled]!,
    cell: (r) => <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{enabledTexts[r.enabled]}</StatusBadge>,
  },
  { id: "remark", title: "备注", width: 180, value: (r) => r.remark, optional: true },
];

const actions: readonly Action[] = [
  {
    label: "拦截测试",
    icon: <FlaskConical aria-hidden />,
    sheet: (_, close) => (
      <AppDialog open title="拦截测试" width="600px" onClose={close}>
        <LimitTester />
      </AppDialog>
    ),
  },
  {
    label: "提醒设置",
    icon: <BellRing aria-hidden />,
    run: () => bus.publish("tab.open", { name: "callBarring" }),
  },
];

/** 呼叫限制列表: call limits in force, how many calls each refused today, and why one would be. */
export default function CallBarringListScreen() {
  const press = useMayPress("/callBarring");
  return (
    <CrudScreen<CallLimit, ReturnType<typeof defaults>>
      id="callbarringlist"
      noun="呼叫限制"
      queries={callLimits}
      may={{ add: press("callLimit.add"), update: press("callLimit.update"), delete: press("callLimit.delete") }}
      actions={actions}
      list={{ columns, idOf: (r) => r.id, nameOf: (r) => r.name, hint: "没有呼叫限制时，除黑名单外的号码都可以通话。" }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="name" label="限制名称" />
            <SelectField name="direction" label="呼叫方向" options={directionOptions} width="120px" />
            <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
          </>
        ),
      }}
      form={{ schema: callLimitApi.add.body!, values: limitValues, fields: limitFields }}
    />
  );
}
