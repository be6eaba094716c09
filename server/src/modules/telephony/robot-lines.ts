/** Robot lines as calls need them: capacity that operators give to an enterprise (flows.md B14). Pure. */

/** What calls hold one of. expiresOn: yyyy-MM-dd, its last day; '': none. */
export interface RobotLine {
  readonly id: string;
  readonly name: string;
  readonly concurrency: number;
  readonly expiresOn: string;
  readonly enabled: boolean;
}

/** The robot that speaks for a flow. */
interface FlowRobot {
  readonly id: string;
  readonly name: string;
  /** JSON of a FlowVoice; '': the flow's own. */
  readonly tts: string;
  /** Engine that listens to its callers; '': the enterprise's first. */
  readonly asr: string;
  /** Where a call goes that has no free line; '': nowhere. */
  readonly fallbackGroupId: string;
}

export interface FlowRobots {
  /** Those that may take the flow's calls, in the order in which they are taken. */
  readonly lines: readonly RobotLine[];
  /** None: no robot is made of the flow, or bound to it. */
  readonly robot?: FlowRobot;
}

/** used: calls by line. today: yyyy-MM-dd. */
export const freeLine = (
  lines: readonly RobotLine[],
  used: ReadonlyMap<string, number>,
  today: string,
): RobotLine | undefined =>
  lines.find(
    ({ id, concurrency, expiresOn, enabled }) =>
      enabled && (expiresOn === "" || expiresOn >= today) && (used.get(id) ?? 0) < concurrency,
  );
