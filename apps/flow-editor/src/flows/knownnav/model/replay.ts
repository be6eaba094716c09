/** Counters of nodes and calls run again, as the canvas and the side 回放 show them. */
import type { ReplyOf } from "@liantai/api/contract";
import type { CounterDays, flowReplayApi, StayOutcome } from "@liantai/api/contract/flow-editor";

/** Exits that tests or calls took, by nodeId/exit. */
export type Taken = ReadonlyMap<string, number>;

export type Counters = ReplyOf<typeof flowReplayApi.counters>;
export type NodeFigures = Counters["nodes"][number];
export type CallReplay = ReplyOf<typeof flowReplayApi.replay>;
export type ReplayedVisit = CallReplay["visits"][number];

/** Which calls: those behind a figure, or all of the days. */
export interface CallFilter {
  readonly days: CounterDays;
  /** '': of all versions. */
  readonly versionId: string;
  readonly nodeId?: string;
  readonly exit?: string;
  readonly how?: "exited" | "hungUp" | "falseBargeIn";
  /** In words: 「主菜单」挂机. */
  readonly title?: string;
}

const figureKinds = ["visits", "exits", "hangUps", "meanMs", "falseBargeIns"] as const;
export type FigureKind = (typeof figureKinds)[number];
/** Of a node whose wordings speech cuts off one more: there is nothing to say of the others. */
export const figuresOf = ({ bargeIns }: NodeFigures): readonly FigureKind[] =>
  bargeIns > 0 ? figureKinds : figureKinds.filter((kind) => kind !== "falseBargeIns");
export const figureWords: Readonly<Record<FigureKind, string>> = {
  visits: "进入",
  exits: "走出",
  hangUps: "挂机",
  meanMs: "平均",
  falseBargeIns: "误打断",
};
/** What each figure counts, as it is said on it. */
export const formulas: Readonly<Record<FigureKind | "branch", string>> = {
  visits: "进入次数：所选时间内进入该节点的次数，同一通话每次进入都计",
  exits: "走出次数：从该节点任一出口离开的次数",
  hangUps: "挂机次数：客户停留在该节点时挂机的次数",
  meanMs: "平均停留：离开时间减进入时间之和，除以已离开的次数；转接节点含排队时间",
  falseBargeIns:
    "误打断：声音打断话术后没有听到语句、或语句没有识别出意图的次数，除以声音打断话术的总次数；打断后按键、挂机或识别故障的不算误打断",
  branch: "出口次数：从这个出口离开的次数",
};

export const secondsText = (ms: number): string =>
  ms < 60_000 ? `${(ms / 1_000).toFixed(1)}秒` : `${Math.floor(ms / 60_000)}分${Math.round((ms % 60_000) / 1_000)}秒`;

export function figureText(figures: NodeFigures, kind: FigureKind): string {
  if (kind === "falseBargeIns") return `${figures.falseBargeIns}/${figures.bargeIns}`;
  return kind === "meanMs" ? (figures.meanMs === null ? "—" : secondsText(figures.meanMs)) : String(figures[kind]);
}

/** The calls behind a figure. */
export const behind = (kind: FigureKind): Pick<CallFilter, "how"> => hows[kind] ?? {};
const hows: Readonly<Partial<Record<FigureKind, Pick<CallFilter, "how">>>> = {
  exits: { how: "exited" },
  hangUps: { how: "hungUp" },
  falseBargeIns: { how: "falseBargeIn" },
};

/** nodeId/exit to how often, for the canvas. */
export const branchCounts = (nodes: readonly NodeFigures[]): ReadonlyMap<string, number> =>
  new Map(
    nodes.flatMap(({ nodeId, branches }) => branches.map(({ exit, count }) => [`${nodeId}/${exit}`, count] as const)),
  );

/** Exits that were taken up to a visit, this one included. */
export function takenUpTo(visits: readonly ReplayedVisit[], at: number): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  for (const { nodeId, exit } of visits.slice(0, at + 1))
    if (exit !== "") taken.set(`${nodeId}/${exit}`, (taken.get(`${nodeId}/${exit}`) ?? 0) + 1);
  return taken;
}

export interface ChangedVariable {
  readonly name: string;
  readonly value: string;
  readonly before: string;
}

/** What a visit left otherwise than the one before it. */
export function changedIn(visits: readonly ReplayedVisit[], at: number): readonly ChangedVariable[] {
  const [now, then] = [visits[at]?.vars ?? {}, visits[at - 1]?.vars ?? {}];
  return Object.entries(now)
    .map(([name, value]) => ({ name, value, before: then[name] ?? "" }))
    .filter(({ value, before }) => value !== before);
}

/** The visit of a moment of the recording: s of it. recordingMs: how far into it the call came to the flow. */
export function visitAt(visits: readonly ReplayedVisit[], recordingMs: number, seconds: number): number {
  const ms = seconds * 1_000 - recordingMs;
  return Math.max(
    0,
    visits.findLastIndex(({ at }) => at <= ms),
  );
}

export const outcomeWords: Readonly<Record<StayOutcome, string>> = {
  ...{ open: "进行中", exit: "走出", moved: "转到别处", failed: "出错", hungUp: "客户挂机" },
  ...{ answered: "人工接听", ended: "流程结束" },
};

/** Name of the test that a call becomes: within 50 characters, and no second call's. */
export const testName = ({ startTime, callId }: Pick<CallReplay, "startTime" | "callId">): string =>
  `通话${startTime.slice(5, 16)} ${callId.slice(-6)}`;
