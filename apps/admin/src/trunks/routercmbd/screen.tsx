import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import { routeConfigApi } from "@liantai/api/contract/admin";
import { namedOptions, StatusBadge, type Column } from "@liantai/ui";
import {
  CrudScreen,
  DigitListField,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "@liantai/ui/resource";
import { object } from "yup";
import { useEnterpriseOptions } from "../../parts/enterprises.ts";
import { routeConfigs, routeGroups } from "../parts/queries.ts";
import { allPrefixes, enabledTexts } from "../../parts/words.ts";
import type { RouteConfig } from "../parts/words.ts";

const body = routeConfigApi.list.body!;
const filterSchema = object({ name: body.fields.name, groupId: body.fields.groupId });
const defaults = () => ({ name: "", groupId: "" });

const columns: readonly Column<RouteConfig>[] = [
  { id: "priority", title: "优先级", width: 72, align: "end", value: (r) => r.priority, sortBy: "priority" },
  { id: "name", title: "路由名称", width: 140, value: (r) => r.name, sortBy: "name" },
  {
    id: "owner",
    title: "适用企业",
    width: 150,
    value: (r) => (r.ownerCompId ? `${r.ownerName ?? ""}（${r.ownerCompId}）` : "全部企业"),
  },
  { id: "callerPrefixes", title: "主叫前缀", width: 120, value: (r) => allPrefixes(r.callerPrefixes) },
  { id: "calleePrefixes", title: "被叫前缀", width: 120, value: (r) => allPrefixes(r.calleePrefixes) },
  { id: "group", title: "节点组", width: 130, value: (r) => r.groupName },
  {
    id: "enabled",
    title: "状态",
    width: 72,
    value: (r) => enabledTexts[r.enabled]!,
    cell: (r) => <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{enabledTexts[r.enabled]}</StatusBadge>,
  },
  { id: "remark", title: "备注", width: 180, value: (r) => r.remark, optional: true },
];

function useGroupOptions() {
  const { data } = routeGroups.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  return namedOptions(data?.list);
}

/** 路由配置: which numbers use which group of trunks. */
export default function RouterConfigScreen() {
  const may = mayOperate(useSelector(selectUser), "route.edit");
  const groups = useGroupOptions();
  const enterprises = useEnterpriseOptions(false);
  return (
    <CrudScreen<RouteConfig, ReturnType<typeof defaults>>
      id="routercmbd"
      noun="路由配置"
      queries={routeConfigs}
      may={{ add: may, update: may, delete: may }}
      list={{
        columns,
        idOf: (r) => r.id,
        nameOf: (r) => r.name,
        hint: "没有路由时，外呼只能到达本系统内的分机和客户页面。",
      }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="name" label="路由名称" />
            <SelectField name="groupId" label="节点组" options={groups} />
          </>
        ),
      }}
      form={{
        schema: routeConfigApi.add.body!,
        values: (row) => ({
          name: row?.name ?? "",
          ownerCompId: row?.ownerCompId ?? "",
          callerPrefixes: row?.callerPrefixes ?? "",
          calleePrefixes: row?.calleePrefixes ?? "",
          groupId: row?.groupId ?? "",
          priority: row?.priority ?? 100,
          enabled: row?.enabled ?? 1,
          remark: row?.remark ?? "",
        }),
        fields: (
          <>
            <TextField name="name" label="路由名称" />
            <SelectField name="ownerCompId" label="适用企业" options={enterprises} none="全部企业" />
            <DigitListField name="callerPrefixes" label="主叫前缀" hint="多个以英文逗号隔开，不填则为全部" />
            <DigitListField name="calleePrefixes" label="被叫前缀" hint="按外呼路由改写后的号码匹配，不填则为全部" />
            <SelectField name="groupId" label="节点组" options={groups} none="请选择" />
            <NumberField name="priority" label="优先级" hint="数字小的先匹配" min={1} max={9_999} />
            <SwitchField name="enabled" label="启用" on="启用" off="停用" />
            <TextAreaField name="remark" label="备注" rows={3} />
          </>
        ),
      }}
    />
  );
}
