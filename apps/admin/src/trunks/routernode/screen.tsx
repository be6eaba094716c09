import { mayOperate, notify, selectUser, useSelector } from "@liantai/api/client";
import { routeNodeApi } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  CheckboxesField,
  CrudScreen,
  NumberField,
  PasswordField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "@liantai/ui/resource";
import { object } from "yup";
import { routeNodes } from "../parts/queries.ts";
import { enabledOptions, enabledTexts } from "../../parts/words.ts";
import { codecOptions, stateTexts, stateTones, transportOptions, type RouteNode } from "../parts/words.ts";

const body = routeNodeApi.list.body!;
const filterSchema = object({ name: body.fields.name, enabled: body.fields.enabled });
const defaults = () => ({ name: "", enabled: "" });

const columns: readonly Column<RouteNode>[] = [
  { id: "name", title: "节点名称", width: 130, value: (r) => r.name, sortBy: "name" },
  { id: "address", title: "地址", width: 150, value: (r) => r.address, sortBy: "address" },
  { id: "transport", title: "协议", width: 64, value: (r) => r.transport.toUpperCase() },
  { id: "codecs", title: "编码", width: 120, value: (r) => r.codecs.join("、") },
  {
    id: "concurrency",
    title: "并发数",
    width: 76,
    align: "end",
    value: (r) => (r.concurrency === 0 ? "不限" : r.concurrency),
    sortBy: "concurrency",
  },
  {
    id: "state",
    title: "检测结果",
    width: 118,
    value: (r) => stateTexts[r.state],
    cell: (r) => (
      <>
        <StatusBadge tone={stateTones[r.state]}>{stateTexts[r.state]}</StatusBadge>
        {r.latencyMs !== null && ` ${r.latencyMs} 毫秒`}
      </>
    ),
  },
  { id: "checkedAt", title: "检测时间", width: 156, value: (r) => r.checkedAt, optional: true },
  { id: "groups", title: "所属节点组", width: 120, value: (r) => r.groups.join("、") },
  {
    id: "enabled",
    title: "状态",
    width: 72,
    value: (r) => enabledTexts[r.enabled]!,
    cell: (r) => <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{enabledTexts[r.enabled]}</StatusBadge>,
  },
  { id: "stateText", title: "检测详情", width: 180, value: (r) => r.stateText, optional: true },
  { id: "remark", title: "备注", width: 180, value: (r) => r.remark, optional: true },
];

/** 路由节点: trunks and gateways. */
export default function RouterNodeScreen() {
  const may = mayOperate(useSelector(selectUser), "route.edit");
  const [check] = routeNodes.check.useMutation();
  const checked = async ({ id, name }: RouteNode) => {
    const { state, stateText } = await check({ body: { id } }).unwrap();
    notify({
      id: `check-${id}`,
      title: `节点 ${name}`,
      text: `${stateTexts[state]}：${stateText}`,
      level: state === "up" ? "success" : "warning",
    });
  };
  return (
    <CrudScreen<RouteNode, ReturnType<typeof defaults>>
      id="routernode"
      noun="路由节点"
      queries={routeNodes}
      may={{ add: may, update: may, delete: may }}
      list={{ columns, idOf: (r) => r.id, nameOf: (r) => r.name, actions: [{ label: "检测", run: checked }] }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="name" label="节点名称" />
            <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
          </>
        ),
      }}
      form={{
        schema: routeNodeApi.add.body!,
        values: (row) => ({
          name: row?.name ?? "",
          address: row?.address ?? "",
          transport: row?.transport ?? "udp",
          codecs: row?.codecs ?? ["PCMA", "PCMU"],
          concurrency: row?.concurrency ?? 0,
          userName: row?.userName ?? "",
          password: "",
          enabled: row?.enabled ?? 1,
          dataHeaders: row?.dataHeaders ?? "",
          sendsData: row?.sendsData ?? 0,
          remark: row?.remark ?? "",
        }),
        fields: (_form, row) => (
          <>
            <TextField name="name" label="节点名称" />
            <TextField name="address" label="地址" hint="IP地址或域名，可带端口，例如 10.0.0.8:5060" />
            <SelectField name="transport" label="传输协议" options={transportOptions} none={false} />
            <CheckboxesField name="codecs" label="编码" options={codecOptions} />
            <NumberField name="concurrency" label="并发数" hint="同时通话数，0为不限" max={100_000} />
            <TextField name="userName" label="注册账号" hint="对端要求注册时填写" />
            <PasswordField
              name="password"
              label="注册密码"
              {...(row?.hasPassword ? { hint: "已设置，不填则不修改" } : {})}
            />
            <SwitchField name="enabled" label="启用" on="启用" off="停用" />
            <TextField
              name="dataHeaders"
              label="来话随路数据"
              placeholder="如 X-Order-Id,X-CRM-*"
              hint="来话INVITE中这些SIP头的值作为随路数据，名称去掉X-后小写；*结尾表示前缀，不填不取。"
            />
            <SwitchField
              name="sendsData"
              label="去话随路数据"
              on="发送"
              off="不发送"
              hint="经此节点呼出时，把随路数据作为X-开头的SIP头发给对方。"
            />
            <TextAreaField name="remark" label="备注" rows={3} />
          </>
        ),
      }}
    />
  );
}
