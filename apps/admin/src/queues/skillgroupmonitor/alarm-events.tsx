import { formatTime, type ReplyOf } from "@liantai/api/contract";
import { alarmApi } from "@liantai/api/contract/admin";
import { SelectField, StatusBadge, type Column } from "@liantai/ui";
import { ResourceScreen, useResourceList } from "@liantai/ui/resource";
import { useLive } from "../parts/live.ts";
import { alarms } from "./alarm-rules.tsx";

type Event = ReplyOf<typeof alarmApi.events>["list"][number];

const filterSchema = alarmApi.events.body!.pick(["groupId"]);
const defaults = () => ({ groupId: "" });

const columns: readonly Column<Event>[] = [
  { id: "at", title: "告警时间", width: 160, value: (e) => e.at, cell: (e) => formatTime(e.at) },
  { id: "groupName", title: "技能组", width: 120, value: (e) => e.groupName },
  { id: "name", title: "告警名称", width: 140, value: (e) => e.name },
  { id: "text", title: "内容", width: 220, value: (e) => e.text },
  { id: "told", title: "已通知", width: 180, value: (e) => e.told },
  {
    id: "endedAt",
    title: "恢复时间",
    width: 160,
    value: (e) => e.endedAt,
    cell: (e) => (e.endedAt === null ? <StatusBadge tone="busy">未恢复</StatusBadge> : formatTime(e.endedAt)),
  },
];

const empty = { title: "没有告警记录", hint: "满足告警规则并通知后会出现在这里，恢复90天后删除。" };

/** 技能组监控, 告警记录 */
export function AlarmEvents() {
  const { data } = alarms.choices.useQuery({ body: {} });
  const resource = useResourceList<Event, ReturnType<typeof defaults>>({
    id: "skillgroupmonitor.events",
    endpoint: alarms.events,
    filterSchema,
    defaults,
  });
  useLive(resource.refetch);
  const groups = (data?.groups ?? []).map(({ id, label }) => ({ value: id, label }));
  return (
    <ResourceScreen
      label="告警记录"
      columns={columns}
      rowId={(e) => e.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={empty}
      query={<SelectField name="groupId" label="技能组" options={groups} width="160px" />}
    />
  );
}
