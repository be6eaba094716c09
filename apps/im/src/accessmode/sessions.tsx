import { chatEnds, chatSessionApi, chatStatuses } from "@liantai/api/contract/im";
import { optionsFrom, StatusBadge, type Column, type StateTone } from "@liantai/ui";
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
import { sessions, sites, type Session } from "./queries.ts";
import { Transcript } from "./transcript.tsx";

const { webId, status, nick, startTime, endTime } = chatSessionApi.list.body!.fields;
const filterSchema = withDateRange(object({ startTime, endTime, webId, status, nick }), "startTime", "endTime");
const defaults = () => {
  const { from, to } = today(Date.now());
  return { startTime: from, endTime: to, webId: "", status: "", nick: "" };
};
const statusOptions = Object.entries(chatStatuses).map(([value, label]) => ({ value, label }));
const tones: Readonly<Record<Session["status"], StateTone>> = {
  flow: "held",
  waiting: "busy",
  talking: "ready",
  closed: "offline",
};

const columns: readonly Column<Session>[] = [
  { id: "startTime", title: "开始时间", width: 156, value: (s) => s.startTime },
  { id: "nick", title: "访客", width: 100, value: (s) => s.nick },
  { id: "web", title: "网站", width: 100, value: (s) => s.webName },
  {
    id: "status",
    title: "状态",
    width: 96,
    value: (s) => chatStatuses[s.status],
    cell: (s) => <StatusBadge tone={tones[s.status]}>{chatStatuses[s.status]}</StatusBadge>,
  },
  { id: "flow", title: "流程", width: 100, value: (s) => s.flowName },
  { id: "group", title: "技能组", width: 96, value: (s) => s.skillGroupName },
  { id: "agent", title: "坐席", width: 84, value: (s) => s.agentName },
  { id: "messages", title: "消息数", width: 72, align: "end", value: (s) => s.messages },
  { id: "answerTime", title: "接入坐席时间", width: 156, value: (s) => s.answerTime, optional: true },
  { id: "endTime", title: "结束时间", width: 156, value: (s) => s.endTime, optional: true },
  { id: "reason", title: "结束原因", width: 108, value: (s) => (s.reason === "" ? "" : chatEnds[s.reason]) },
  { id: "score", title: "评分", width: 60, align: "end", value: (s) => s.score, optional: true },
];

const look: Action<Session> = {
  label: "查看",
  sheet: (session, close) => <Transcript session={session} onClose={close} />,
};

/** 会话记录: every conversation of the sites, with what was said and the steps of its flow. */
export function Sessions() {
  const [end] = sessions.close.useMutation();
  const rowActions: readonly Action<Session>[] = [
    look,
    {
      label: "结束会话",
      danger: true,
      shown: ({ status }) => status !== "closed",
      confirm: ({ nick }) => ({
        title: "结束会话",
        text: `确定要结束与“${nick}”的会话吗？结束后访客和坐席都不能在其中继续发送消息。`,
      }),
      run: ({ id }) => end({ body: { sessionId: id } }).unwrap(),
      done: ["会话", "结束"],
    },
  ];
  const { data } = sites.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  const resource = useResourceList<Session, ReturnType<typeof defaults>>({
    id: "chat-sessions",
    endpoint: sessions.list,
    filterSchema,
    defaults,
  });
  return (
    <ResourceScreen
      label="会话记录"
      columns={columns}
      rowId={(s) => s.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的会话", hint: "访客打开网站的会话窗口后，这里会有记录。" }}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="开始时间" />
          <SelectField
            name="webId"
            label="网站"
            options={optionsFrom(data?.list, ({ id, webName }) => ({ value: id, label: webName }))}
            width="128px"
          />
          <SelectField name="status" label="状态" options={statusOptions} width="96px" />
          <TextField name="nick" label="访客" width="112px" />
        </>
      }
      rowActions={rowActions}
    />
  );
}
