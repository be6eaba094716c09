/** 接待记录: the calls that robots had; each opens as the call that it is. */
import { useSeesCalls } from "@liantai/api/client";
import { robotRecordApi, type RobotOutcome } from "@liantai/api/contract/flow-editor";
import { openCall } from "@liantai/bus";
import { formatDuration, StatusBadge, type Column, type StateTone } from "@liantai/ui";
import {
  DateRangeField,
  ResourceScreen,
  SelectField,
  TextField,
  today,
  useResourceList,
  withDateRange,
  type Action,
} from "@liantai/ui/resource";
import { object } from "yup";
import { records, useRobotOptions, type RobotRecord } from "../parts/queries.ts";

const { robotId, startTime, endTime, number, outcome } = robotRecordApi.list.body!.fields;
const filterSchema = withDateRange(object({ robotId, startTime, endTime, number, outcome }), "startTime", "endTime");
const defaults = () => {
  const { from, to } = today(Date.now());
  return { robotId: "", startTime: from, endTime: to, number: "", outcome: "" };
};

const outcomes: Readonly<Record<RobotOutcome, readonly [text: string, tone: StateTone]>> = {
  open: ["接待中", "talking"],
  ended: ["自行结束", "ready"],
  handedOver: ["已转接", "ready"],
  unreached: ["转接未接通", "busy"],
  takenOver: ["人工接管", "ready"],
  hungUp: ["客户挂机", "offline"],
  failed: ["异常结束", "busy"],
  elsewhere: ["被调度转走", "offline"],
};
const outcomeOptions = Object.entries(outcomes).map(([value, [label]]) => ({ value, label }));

/** Who had the customer next. */
function nextText({ agentId, agentName, skillGroupName }: RobotRecord): string {
  const agent = [agentName, agentId].filter(Boolean).join(" ");
  return [skillGroupName, agent].filter(Boolean).join(" / ");
}

/** Together they are as wide as the list at 1280 px beside the open menu. */
const columns: readonly Column<RobotRecord>[] = [
  { id: "startTime", title: "接待时间", width: 156, value: (r) => r.startTime, sortBy: "startTime" },
  { id: "robotName", title: "机器人", width: 110, value: (r) => r.robotName || "未指定机器人" },
  { id: "number", title: "客户号码", width: 108, value: (r) => r.number },
  { id: "accessNumber", title: "接入号码", width: 100, value: (r) => r.accessNumber, optional: true },
  { id: "flowName", title: "流程", width: 104, value: (r) => r.flowName || "已删除的流程" },
  { id: "line", title: "线路", width: 84, value: (r) => r.line },
  {
    id: "talkS",
    title: "接待时长",
    width: 84,
    align: "end",
    sortBy: "talkS",
    value: (r) => r.talkS,
    cell: (r) => (r.talkS === null ? "—" : formatDuration(r.talkS)),
  },
  { id: "turns", title: "对话轮次", width: 84, align: "end", value: (r) => r.turns, sortBy: "turns" },
  {
    id: "outcome",
    title: "结束方式",
    width: 100,
    value: (r) => outcomes[r.outcome][0],
    cell: (r) => <StatusBadge tone={outcomes[r.outcome][1]}>{outcomes[r.outcome][0]}</StatusBadge>,
  },
  { id: "level", title: "意向等级", width: 84, value: (r) => r.level, optional: true },
  { id: "score", title: "意向得分", width: 84, align: "end", value: (r) => r.score, optional: true },
  { id: "scoredBy", title: "得分依据", width: 260, value: (r) => r.scoredBy, optional: true },
  { id: "next", title: "转给", width: 128, value: nextText },
  { id: "endTime", title: "结束时间", width: 156, value: (r) => r.endTime, optional: true },
  { id: "callId", title: "通话编号", width: 200, value: (r) => r.callId, optional: true },
];

/** digital: of digital humans alone. */
export function Records({ digital }: { readonly digital: boolean }) {
  const seesCalls = useSeesCalls();
  const robots = useRobotOptions(digital);
  const noun = digital ? "数字人" : "机器人";
  const resource = useResourceList<RobotRecord, ReturnType<typeof defaults>>({
    id: digital ? "digitalHumanRecords" : "robotRecords",
    endpoint: digital ? records.digital : records.list,
    filterSchema,
    defaults,
  });
  const actions: readonly Action<RobotRecord>[] = [
    {
      label: "通话详情",
      may: seesCalls,
      run: ({ callId }) => openCall(callId),
    },
  ];
  return (
    <ResourceScreen
      label="接待记录"
      columns={columns}
      rowId={(r) => `${r.callId} ${r.seq}`}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="接待时间" />
          <SelectField name="robotId" label={noun} options={robots} />
          <TextField name="number" label="客户号码" />
          <SelectField name="outcome" label="结束方式" options={outcomeOptions} width="116px" />
        </>
      }
      empty={{ title: "没有符合条件的接待记录", hint: `${noun}接到来电后，这里显示每次接待的情况。` }}
      rowActions={actions}
    />
  );
}
