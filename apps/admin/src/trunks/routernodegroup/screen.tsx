import { HStack } from "@chakra-ui/react";
import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import { routeGroupApi } from "@liantai/api/contract/admin";
import { optionsFrom, StatusBadge, type Column } from "@liantai/ui";
import {
  CrudScreen,
  NumberField,
  OrderedRows,
  RadioField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "@liantai/ui/resource";
import { object } from "yup";
import { routeGroups, routeNodes } from "../parts/queries.ts";
import { enabledTexts } from "../../parts/words.ts";
import { modeOptions, modeTexts, stateTexts, stateTones, type RouteGroup } from "../parts/words.ts";

const filterSchema = object({ name: routeGroupApi.list.body!.fields.name });
const defaults = () => ({ name: "" });

const columns: readonly Column<RouteGroup>[] = [
  { id: "name", title: "组名称", width: 140, value: (r) => r.name, sortBy: "name" },
  { id: "mode", title: "选择方式", width: 96, value: (r) => modeTexts[r.mode]! },
  {
    id: "members",
    title: "节点",
    width: 380,
    value: (r) => r.members.map((m) => m.nodeName).join("、"),
    cell: (r) => (
      <HStack gap="2">
        {r.members.map((m) => (
          <StatusBadge
            key={m.nodeId}
            tone={m.enabled === 1 ? stateTones[m.state as keyof typeof stateTones] : "offline"}
          >
            {m.nodeName}
            {r.mode === "weight" ? ` ×${m.weight}` : ""}（
            {m.enabled === 1 ? stateTexts[m.state as keyof typeof stateTexts] : "停用"}）
          </StatusBadge>
        ))}
      </HStack>
    ),
  },
  {
    id: "enabled",
    title: "状态",
    width: 72,
    value: (r) => enabledTexts[r.enabled]!,
    cell: (r) => <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{enabledTexts[r.enabled]}</StatusBadge>,
  },
  { id: "remark", title: "备注", width: 140, value: (r) => r.remark },
];

/** Nodes of the group: the order is the order of failover. */
function Members() {
  const { data } = routeNodes.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  const nodes = optionsFrom(data?.list, (n) => ({ value: n.id, label: `${n.name}（${n.address}）` }));
  return (
    <OrderedRows
      name="members"
      noun="节点"
      hint="节点（从上到下依次尝试）"
      blank={() => ({ nodeId: "", weight: 1 })}
      row={(i) => (
        <>
          <SelectField name={`members.${i}.nodeId`} label={`节点 ${i + 1}`} options={nodes} none="请选择" />
          <NumberField name={`members.${i}.weight`} label="权重" min={1} max={100} width="76px" />
        </>
      )}
    />
  );
}

/** 路由节点组: trunks by weight or in order. */
export default function RouterNodeGroupScreen() {
  const may = mayOperate(useSelector(selectUser), "route.edit");
  return (
    <CrudScreen<RouteGroup, ReturnType<typeof defaults>>
      id="routernodegroup"
      noun="路由节点组"
      queries={routeGroups}
      may={{ add: may, update: may, delete: may }}
      list={{ columns, idOf: (r) => r.id, nameOf: (r) => r.name }}
      filters={{ schema: filterSchema, defaults, fields: <TextField name="name" label="组名称" /> }}
      form={{
        schema: routeGroupApi.add.body!,
        width: "560px",
        values: (row) => ({
          name: row?.name ?? "",
          mode: row?.mode ?? "failover",
          members: row?.members.map(({ nodeId, weight }) => ({ nodeId, weight })) ?? [{ nodeId: "", weight: 1 }],
          enabled: row?.enabled ?? 1,
          remark: row?.remark ?? "",
        }),
        fields: (
          <>
            <TextField name="name" label="组名称" />
            <RadioField name="mode" label="选择方式" options={modeOptions} />
            <Members />
            <SwitchField name="enabled" label="启用" on="启用" off="停用" />
            <TextAreaField name="remark" label="备注" rows={3} />
          </>
        ),
      }}
    />
  );
}
