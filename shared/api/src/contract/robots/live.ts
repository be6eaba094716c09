/** Calls that robots have now, as 机器人监控 is told of them. */

/** text '': something that was not understood. at: epoch ms. */
export interface RobotSaid {
  readonly id: string;
  readonly side: "customer" | "robot";
  readonly text: string;
  readonly at: number;
}

/** number: masked for who may not see numbers, as are numbers in texts. Times are epoch ms; since: when it took its line. */
export interface RobotCall {
  readonly callId: string;
  readonly number: string;
  readonly accessNumber: string | null;
  readonly flowId: string;
  readonly flowName: string;
  /** '': no robot is named for the flow. */
  readonly robotId: string;
  readonly robotName: string;
  readonly lineId: string;
  readonly line: string;
  readonly startedAt: number;
  readonly since: number;
  /** Where in the flow it is. */
  readonly node: string;
  /** What it has collected and what is no secret. */
  readonly variables: readonly { readonly name: string; readonly label: string; readonly value: string }[];
  /** Who takes it over at this moment: a work number, or an account; null: nobody. */
  readonly taking: string | null;
}

/** call null: the robot has it no more; by: the agent who has it instead, null: nobody. entries: what was said since the last one. */
export interface RobotMessages {
  robotCall: {
    readonly callId: string;
    readonly call: RobotCall | null;
    readonly entries: readonly RobotSaid[];
    readonly by: string | null;
  };
}

/** The button of 接管. */
export const robotTakeOver = "robotmonitor.takeOver";
