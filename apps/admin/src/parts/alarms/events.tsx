/** 告警记录: what was told. */
import { formatTime, type ReplyOf } from "@liantai/api/contract";
import type { AlarmApi } from "@liantai/api/contract/admin";
import { SelectField, StatusBadge, type Column } from "@liantai/ui";
import { ResourceScreen, useResourceList } from "@liantai/ui/resource";
import { useLive } from "../../queues/parts/live.ts";
import { useMemo } from "react";
import type { AlarmWords } from "./words.ts";

type Event = ReplyOf<AlarmApi["events"]>["list"][number];

const defaults = () => ({ groupId: "" });

const columnsOf = (words: AlarmWords): readonly Column<Event>[] => [
  { id: "at", title: "告警时间", width: 160, value: (e) => e.at, cell: (e) => formatTime(e.at) },
  { id: "groupName", title: words.each, width: 120, value: (e) => e.groupName },
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

export function AlarmEvents({ words }: { readonly words: AlarmWords }) {
  const { data } = words.queries.choices.useQuery({ body: {} });
  const filterSchema = useMemo(() => words.api.events.body!.pick(["groupId"]), [words]);
  const resource = useResourceList<Event, ReturnType<typeof defaults>>({
    id: `${words.screen}.events`,
    endpoint: words.queries.events,
    filterSchema,
    defaults,
  });
  useLive(resource.refetch);
  const groups = (data?.groups ?? []).map(({ id, label }) => ({ value: id, label }));
  return (
    <ResourceScreen
      label="告警记录"
      columns={columnsOf(words)}
      rowId={(e) => e.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={empty}
      query={<SelectField name="groupId" label={words.of} options={groups} width="160px" />}
    />
  );
}
