import { Button, HStack } from "@chakra-ui/react";
import { useMayPress, useSeesCalls } from "@liantai/api/client";
import { intentionLevelApi, intentionSources } from "@liantai/api/contract/workorder";
import { bus, openCall } from "@liantai/bus";
import { useBus } from "@liantai/bus/react";
import { formatDuration, StatusBadge, type Column } from "@liantai/ui";
import {
  DateRangeField,
  formOf,
  ResourceScreen,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useResourceList,
  withDateRange,
  type Action,
  type Option,
} from "@liantai/ui/resource";
import { Settings2 } from "lucide-react";
import { useState } from "react";
import { LevelsDrawer } from "./levels.tsx";
import { levelOptions, MarkFields, markSchema } from "./mark-fields.tsx";
import { intentions, type IntentionCall } from "./queries.ts";

const asked = intentionLevelApi.calls.body!.pick([
  ...(["levelId", "followed", "source", "agentId", "phone", "startTime", "endTime"] as const),
]);
const filterSchema = withDateRange(asked, "startTime", "endTime");
const defaults = () => ({
  ...{ levelId: "", followed: "", source: "", agentId: "", phone: "", startTime: "", endTime: "" },
});
const followSchema = intentionLevelApi.followUp.body!.omit(["compId"]);
const sources = Object.entries(intentionSources).map(([value, label]) => ({ value, label }));
const states = [
  { value: "0", label: "待跟进" },
  { value: "1", label: "已跟进" },
];

const columns: readonly Column<IntentionCall>[] = [
  { id: "level", title: "意向等级", width: 90, value: (c) => c.levelName },
  { id: "score", title: "得分", width: 60, align: "end", value: (c) => c.score ?? "" },
  { id: "number", title: "客户号码", width: 120, value: (c) => c.number },
  { id: "direction", title: "方向", width: 60, value: (c) => (c.direction === "inbound" ? "呼入" : "呼出") },
  { id: "agent", title: "坐席", width: 110, value: (c) => `${c.agentId} ${c.agentName}`.trim() },
  { id: "startTime", title: "通话时间", width: 160, value: (c) => c.startTime },
  { id: "talk", title: "通话时长", width: 80, align: "end", value: (c) => formatDuration(c.talkSeconds) },
  {
    id: "followed",
    title: "跟进",
    width: 80,
    value: (c) => (c.followed === 1 ? "已跟进" : "待跟进"),
    cell: (c) => (
      <StatusBadge tone={c.followed === 1 ? "offline" : "busy"}>{c.followed === 1 ? "已跟进" : "待跟进"}</StatusBadge>
    ),
  },
  { id: "followNote", title: "跟进记录", width: 150, value: (c) => c.followNote, optional: true },
  { id: "note", title: "说明", width: 120, value: (c) => c.note, optional: true },
  { id: "source", title: "来源", width: 70, value: (c) => intentionSources[c.source], optional: true },
  { id: "markedBy", title: "标记人", width: 90, value: (c) => c.markedBy, optional: true },
  { id: "markTime", title: "标记时间", width: 160, value: (c) => c.markTime, sortBy: "markTime", optional: true },
  { id: "followBy", title: "跟进人", width: 90, value: (c) => c.followBy, optional: true },
];

function useRowActions(levels: readonly Option[]): readonly Action<IntentionCall>[] {
  const [mark] = intentions.mark.useMutation();
  const [follow] = intentions.followUp.useMutation();
  const seesCalls = useSeesCalls();
  return [
    { label: "呼叫", main: true, shown: (c) => c.ref !== "", run: (c) => bus.publish("call.dial", { ref: c.ref }) },
    {
      label: "跟进",
      form: (c) =>
        formOf({
          title: `跟进：${c.levelName}级意向`,
          small: true,
          width: "420px",
          schema: followSchema,
          values: { callId: c.callId, followed: 1, followNote: c.followNote },
          fields: (
            <>
              <SwitchField name="followed" label="状态" on="已跟进" off="待跟进" />
              <TextAreaField name="followNote" label="跟进记录" rows={4} />
            </>
          ),
          send: (body) => follow({ body: body }).unwrap(),
        }),
      done: ["跟进", "保存"],
    },
    {
      label: "改等级",
      form: (c) =>
        formOf({
          title: "修改意向等级",
          small: true,
          width: "420px",
          schema: markSchema,
          values: { callId: c.callId, levelId: c.levelId, score: c.score, note: c.note },
          fields: <MarkFields levels={levels} />,
          send: (body) => mark({ body: body }).unwrap(),
        }),
      done: ["意向等级", "修改"],
    },
    {
      label: "通话详情",
      may: seesCalls,
      run: ({ callId }) => openCall(callId),
    },
  ];
}

interface ChipsProps {
  readonly counts: readonly { readonly levelId: string; readonly levelName: string; readonly count: number }[];
  readonly now: string;
  readonly onChange: (levelId: string) => void;
}

/** How many calls each level has; one press asks for them. */
const Chips = ({ counts, now, onChange }: ChipsProps) => (
  <HStack role="group" aria-label="意向等级" gap="1" wrap="wrap">
    {[{ levelId: "", levelName: "全部", count: counts.reduce((sum, { count }) => sum + count, 0) }, ...counts].map(
      ({ levelId, levelName, count }) => (
        <Button
          key={levelId}
          size="xs"
          variant={levelId === now ? "solid" : "ghost"}
          aria-pressed={levelId === now}
          onClick={() => onChange(levelId)}
        >
          {levelName} {count}
        </Button>
      ),
    )}
  </HStack>
);

/** 智能意向信息: calls by their level of intention, and what was done about them. */
export default function IntentionsScreen() {
  const press = useMayPress("/intellectleveinfo");
  const { data: levels = [] } = intentions.list.useQuery({ body: {} });
  const options = levelOptions(levels);
  const [setting, setSetting] = useState(false);
  const resource = useResourceList<IntentionCall, ReturnType<typeof defaults>>({
    id: "intellectleveinfo",
    endpoint: intentions.calls,
    filterSchema,
    defaults,
  });
  useBus("call.recorded", resource.refetch);
  const { question, pageNo, pageSize } = resource;
  // The list's own answer: the same question.
  const { data: answer } = intentions.calls.useQuery({ body: { ...question, pageNo, pageSize } });
  const order = new Map(levels.map(({ id }, at) => [id, at]));
  const counts = [...(answer?.counts ?? [])].sort(
    (a, b) => (order.get(a.levelId) ?? levels.length) - (order.get(b.levelId) ?? levels.length),
  );
  const actions = useRowActions(options);
  return (
    <ResourceScreen
      label="意向通话"
      columns={columns}
      rowId={(c) => c.callId}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      rowActions={actions}
      actionsWidth={230}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="通话时间" />
          <SelectField name="followed" label="跟进" options={states} width="100px" />
          <TextField name="phone" label="客户号码" width="130px" inputMode="numeric" />
          <TextField name="agentId" label="坐席" width="90px" />
          <SelectField name="source" label="来源" options={sources} width="90px" />
        </>
      }
      empty={{
        title: "没有符合条件的意向通话",
        hint:
          levels.length === 0
            ? "管理员在“等级设置”中设置意向等级后，流程给出的等级和坐席在弹屏中选择的等级显示在这里。"
            : "流程给出的等级和坐席在弹屏中选择的等级显示在这里。",
      }}
      toolbar={
        <>
          <Chips
            counts={counts}
            now={String(resource.filters.levelId ?? "")}
            onChange={(levelId) => resource.onQuery({ ...resource.filters, levelId })}
          />
          {press("intentionLevel.save") && (
            <Button size="xs" variant="outline" colorPalette="gray" onClick={() => setSetting(true)}>
              <Settings2 aria-hidden />
              等级设置
            </Button>
          )}
        </>
      }
    >
      {setting && <LevelsDrawer onClose={() => setSetting(false)} />}
    </ResourceScreen>
  );
}
