/**
 * Columns of the seats that are monitored: what each shows and by what formula, over its heading. Those that stand there until
 * somebody chooses others fit beside the open menu at 1280 px.
 */
import type { ReplyOf } from "@liantai/api/contract";
import {
  seatFigureOf,
  type CallsBehind,
  type LiveAgent,
  type LiveCall,
  type LiveMode,
  type monitorApi,
  type SeatDay,
} from "@liantai/api/contract/admin";
import { forwardWords } from "@liantai/api/contract/forward";
import { formatDuration, type Column } from "@liantai/ui";
import type { Limits } from "@liantai/ui/resource";
import { reasonText } from "../../home/parts/timeline-model.ts";
import type { ReactNode } from "react";
import { beyondText } from "./alarms.ts";
import type { Commands } from "./commands.ts";
import { Live, Network, Rest, Since, State, stateText } from "./live-cells.tsx";
import { RowActions } from "./row-actions.tsx";

export type Seat = ReplyOf<typeof monitorApi.seats>["seats"][number];

export type Follow = (seat: Seat) => void;
/** Opens 通话记录 with the calls of the seat that a figure counts. */
export type OpenCalls = (seat: Seat, calls: CallsBehind) => void;

const directions = { inbound: "呼入", outbound: "呼出", internal: "内部" } as const;
const modes: Readonly<Record<LiveMode, string>> = { listen: "监听", whisper: "密语", insert: "强插" };
const terminals: Readonly<Record<number, string>> = { 0: "外线", 1: "SIP话机", 2: "网页", 4: "软电话" };
const qualities: Readonly<Record<string, string>> = {
  "-1": "中断",
  "0": "正常",
  "1": "较差",
  "2": "良好",
  "3": "优秀",
  "4": "优秀",
};

const networkOf = ({ code, registered, level }: LiveAgent): string =>
  code === 0 ? "—" : registered ? (qualities[level ?? 0] ?? "正常") : "未注册";
const supervisorsOf = ({ call }: LiveAgent): string =>
  call?.supervisors.map(({ by, mode }) => `${by} ${modes[mode]}`).join("、") || "—";
const callText = (read: (call: LiveCall) => string) => (agent: LiveAgent) => (agent.call ? read(agent.call) : "—");

const stateSince = ({ code, since }: LiveAgent): number => (code === 0 ? 0 : since);
const talkSince = ({ call }: LiveAgent): number => call?.answeredAt ?? 0;

const text = (id: string, title: string, hint: string, width: number, value: Column<Seat>["value"]): Column<Seat> => ({
  id,
  title,
  hint,
  width,
  value,
});

const live = (
  id: string,
  title: string,
  hint: string,
  width: number,
  read: (agent: LiveAgent) => string,
): Column<Seat> => ({
  id,
  title,
  hint,
  width,
  unsorted: true,
  value: () => null,
  cell: ({ agentId }) => <Live id={agentId} read={read} />,
});

interface FigureOptions {
  readonly width?: number;
  readonly duration?: boolean;
  /** The calls that it counts, where they can be listed. */
  readonly calls?: CallsBehind;
  readonly open?: OpenCalls | undefined;
  /** What it is beyond is marked. */
  readonly limits?: Limits;
}

const figure = (
  id: string,
  title: string,
  hint: string,
  value: Column<Seat>["value"],
  { width = 64, duration = false, calls, open, limits }: FigureOptions = {},
): Column<Seat> => {
  const shown = (seat: Seat): ReactNode => {
    const figure = value(seat);
    if (typeof figure !== "number") return "—";
    const text = duration ? formatDuration(figure) : String(figure);
    const over = limits && beyondText(id, figure, limits);
    return over === undefined ? (
      text
    ) : (
      <span data-over title={over}>
        {text}
      </span>
    );
  };
  return {
    ...{ id, title, hint, width, align: "end", value },
    // Plain elements: there are a thousand of them.
    cell: (seat) =>
      calls && open && value(seat) ? (
        <button type="button" data-open title={`查看${seat.name}今天的这些通话`} onClick={() => open(seat, calls)}>
          {shown(seat)}
        </button>
      ) : (
        shown(seat)
      ),
  };
};

/** The work number, with the star of those that one follows. */
const numberColumn = (follow: Follow | undefined): Column<Seat> => ({
  ...text("agentId", "工号", "坐席的工号；关注的坐席在打开页面时先显示", 84, (s) => s.agentId),
  ...(follow
    ? {
        cell: (seat) => (
          <>
            <button
              type="button"
              data-star
              aria-pressed={seat.followed}
              aria-label={`关注${seat.name}`}
              title={seat.followed ? "取消关注" : "关注"}
              onClick={() => follow(seat)}
            >
              {seat.followed ? "★" : "☆"}
            </button>
            {seat.agentId}
          </>
        ),
      }
    : {}),
});

const who: readonly Column<Seat>[] = [
  text("name", "姓名", "坐席的姓名", 68, (s) => s.name),
  text("groupName", "坐席组", "坐席所在的坐席组", 78, (s) => s.groupName),
];

const optional = (column: Column<Seat>): Column<Seat> => ({ ...column, optional: true });

const where: readonly Column<Seat>[] = [
  text("skillGroups", "技能组", "坐席所属的技能组", 120, (s) => s.skillGroups.join("、")),
  text("extension", "分机", "坐席绑定的分机号", 68, (s) => s.extension),
  text("terminalType", "终端", "坐席使用的话机类型", 76, (s) => terminals[s.terminalType] ?? "—"),
  text("forward", "呼转", "坐席的来电在什么时候转到哪个号码", 150, (s) =>
    s.forwardTo === "" ? "—" : `${forwardWords(s.forwardModes)}→${s.forwardTo}`,
  ),
].map(optional);

/** A column that may be watched: its name and formula are the figure's. */
const watchedFigure = (id: keyof SeatDay, limits: Limits, options: FigureOptions): Column<Seat> => {
  const { name = id, formula = "" } = seatFigureOf(id) ?? {};
  return figure(id, name, formula, (s) => s[id], { ...options, limits });
};

const today = (open: OpenCalls | undefined, limits: Limits): readonly Column<Seat>[] => {
  const time = (id: keyof SeatDay, width: number, more: FigureOptions = {}) =>
    optional(watchedFigure(id, limits, { width, duration: true, ...more }));
  const count = (id: keyof SeatDay, calls: CallsBehind, width?: number) =>
    watchedFigure(id, limits, { calls, open, ...(width ? { width } : {}) });
  return [
    time("signedInS", 98),
    time("idleS", 98),
    time("busyS", 98),
    time("wrapUpS", 84),
    optional(count("inbound", { direction: "inbound" })),
    optional(count("outbound", { direction: "outbound" })),
    count("answered", { answered: "yes" }, 59),
    watchedFigure("missed", limits, { width: 59 }),
    time("averageTalkS", 84, { calls: { answered: "yes" }, open }),
  ];
};

/** limits: what is beyond them is marked. commands: undefined where the person may not supervise. */
export function columnsOf(
  limits: Limits,
  commands: Commands | undefined,
  follow: Follow | undefined,
  open: OpenCalls | undefined,
): readonly Column<Seat>[] {
  return [
    numberColumn(follow),
    ...who,
    ...where,
    {
      ...live("state", "状态", "坐席此刻的状态，自定义状态显示其名称", 92, stateText),
      cell: ({ agentId }) => <State id={agentId} />,
    },
    {
      ...live("since", "状态时长", "此刻 − 进入当前状态的时间", 78, stateText),
      align: "end",
      cell: ({ agentId }) => <Since id={agentId} read={stateSince} limits={limits} />,
    },
    optional({
      ...live("rest", "剩余时长", "话后处理的结束时间，或自定义状态的时限 − 此刻；没有时限的为“—”", 88, stateText),
      align: "end",
      cell: ({ agentId }) => <Rest id={agentId} />,
    }),
    optional(
      live("reason", "原因", "进入当前状态的原因", 104, (agent) =>
        agent.code === 0 && agent.since === 0 ? "—" : reasonText(agent.reason),
      ),
    ),
    live(
      "number",
      "对方号码",
      "当前通话的对方号码，无查看权限时隐藏中间四位",
      108,
      callText((call) => call.number || "—"),
    ),
    optional(
      live(
        "direction",
        "方向",
        "当前通话是呼入、呼出还是内部",
        48,
        callText((call) => directions[call.direction]),
      ),
    ),
    optional({
      ...live("talk", "通话时长", "此刻 − 当前通话接通的时间", 78, stateText),
      align: "end",
      cell: ({ agentId }) => <Since id={agentId} read={talkSince} limits={undefined} />,
    }),
    live("supervisors", "监听人", "正在监听、密语或强插该坐席通话的班长", 92, supervisorsOf),
    ...today(open, limits),
    {
      ...live("network", "网络", "通话时为话机到服务器的语音质量，未注册表示话机不在线", 58, networkOf),
      cell: ({ agentId }) => <Network id={agentId} read={networkOf} limits={limits} />,
    },
    ...(commands
      ? [
          {
            id: "actions",
            title: "操作",
            width: 268,
            actions: true,
            value: () => null,
            cell: ({ agentId, name }: Seat) => <RowActions id={agentId} name={name} commands={commands} />,
          },
        ]
      : []),
  ];
}
