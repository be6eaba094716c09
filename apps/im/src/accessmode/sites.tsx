import { useMayPress } from "@liantai/api/client";
import { chatSiteApi, chatTargetKinds } from "@liantai/api/contract/im";
import { StatusBadge, TextField, type Column } from "@liantai/ui";
import { CrudScreen, SelectField, type Action } from "@liantai/ui/resource";
import { object } from "yup";
import { EmbedSheet, pageOf } from "./embed.tsx";
import { SiteFields } from "./fields.tsx";
import { sites, type Site } from "./queries.ts";

const { webName, enabled } = chatSiteApi.list.body!.fields;
const filterSchema = object({ webName, enabled });
const defaults = (): { webName: string; enabled?: number } => ({ webName: "" });
const states = [
  { value: 1, label: "启用" },
  { value: 0, label: "停用" },
];

const leadsTo = ({ targetKind, targetName }: Site): string =>
  `${chatTargetKinds[targetKind]}：${targetName ?? "已删除或已停用"}`;

const hours = ({ timeRuleId, timeRuleName }: Site): string =>
  timeRuleId === "" ? "全天" : (timeRuleName ?? "时间规则已被删除");

const columns: readonly Column<Site>[] = [
  { id: "webName", title: "网站名称", width: 132, value: (s) => s.webName, sortBy: "webName" },
  { id: "title", title: "窗口标题", width: 116, value: (s) => s.title },
  { id: "target", title: "接待方式", width: 160, value: leadsTo },
  { id: "hours", title: "服务时间", width: 96, value: hours },
  { id: "open", title: "进行中", width: 76, align: "end", value: (s) => s.open },
  { id: "idle", title: "自动结束", width: 88, value: (s) => `${s.idleMinutes}分钟`, optional: true },
  { id: "waiting", title: "排队上限", width: 84, align: "end", value: (s) => s.maxWaiting, optional: true },
  {
    id: "enable",
    title: "状态",
    width: 76,
    value: (s) => s.enable,
    cell: (s) => (
      <StatusBadge tone={s.enable === 1 ? "ready" : "offline"}>{s.enable === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
  { id: "createTime", title: "创建时间", width: 156, value: (s) => s.createTime, sortBy: "createTime", optional: true },
  { id: "remark", title: "备注", width: 140, value: (s) => s.remark, optional: true },
];

const blank = {
  webName: "",
  title: "在线咨询",
  color: "#1f6feb",
  greeting: "",
  targetKind: "flow",
  targetId: "",
  timeRuleId: "",
  offWords: "您好，现在是非服务时间，请在服务时间内联系我们。",
  idleMinutes: 10,
  maxWaiting: 50,
  enable: 1,
  remark: "",
} as const;

function values(row: Site | undefined): object {
  if (!row) return { ...blank };
  const { id: _, webKey: __, targetName: ___, timeRuleName: ____, createTime: _____, open: ______, ...typed } = row;
  return typed;
}

const rowActions: readonly Action<Site>[] = [
  {
    label: "试用",
    shown: ({ enable }) => enable === 1,
    run: ({ webKey }) => void window.open(pageOf(webKey), "_blank", "noopener"),
  },
  { label: "嵌入代码", sheet: (site, close) => <EmbedSheet site={site} onClose={close} /> },
];

/** The sites: where they lead, their script, and a try of each. */
export function Sites() {
  const press = useMayPress("/accessmode");
  return (
    <CrudScreen<Site, ReturnType<typeof defaults>>
      id="accessmode"
      noun="网站"
      queries={sites}
      may={{ add: press("chatSite.add"), update: press("chatSite.update"), delete: press("chatSite.delete") }}
      list={{
        columns,
        idOf: (s) => s.id,
        nameOf: (s) => s.webName,
        hint: "网站上的访客通过它与流程、坐席在线对话。",
        deletion: "删除后嵌入代码失效，不能恢复；会话记录保留。",
        actions: rowActions,
        actionsWidth: 224,
      }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="webName" label="网站名称" />
            <SelectField name="enabled" label="状态" options={states} width="84px" />
          </>
        ),
      }}
      form={{
        schema: chatSiteApi.add.body!,
        values,
        fields: <SiteFields />,
        note: "从下一个会话起生效；进行中的会话按原来的流程继续。",
      }}
    />
  );
}
