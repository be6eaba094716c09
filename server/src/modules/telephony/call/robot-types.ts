/** A call with a robot, as the call machine sees it. */
import type { RobotSaid } from "@liantai/api/contract/flow-editor";

/** The robot that has, or had, the caller. It stays with the call: who takes it over reads what was said. */
export interface RobotTalk {
  readonly flowId: string;
  /** Of the flow. */
  readonly name: string;
  /** '': no robot is named for the flow. */
  readonly robotId: string;
  readonly robotName: string;
  /** JSON of a FlowVoice; '': the flow's own. */
  readonly tts: string;
  /** Engine that listens to the caller; '': the enterprise's first. */
  readonly asr: string;
  /** Names for people of the variables that the flow collects. */
  readonly labels: Readonly<Record<string, string>>;
  /** When it took its line. */
  readonly since: number;
  /** Name of the node it is at. */
  readonly node: string;
  /** Without secrets; the newest of it. */
  readonly dialogue: readonly RobotSaid[];
  /** Entries there ever were. */
  readonly made: number;
  /** For whoever answers, before he hears the customer; gone when he has been told. */
  readonly whisper?: string;
}

/** Inputs of the flow runner about robots. */
export type RobotInput =
  /** The flow is a robot's. line: none was free. fallbackGroupId: '' nowhere. */
  | {
      readonly type: "robotOn";
      readonly line: { readonly id: string; readonly name: string } | null;
      readonly robot: Pick<RobotTalk, "flowId" | "name" | "robotId" | "robotName" | "tts" | "asr" | "labels">;
      readonly fallbackGroupId: string;
    }
  /** The flow it went over to is no robot's. */
  | { readonly type: "robotOff" }
  /**
   * What the dialogue so far is worth by its rule, level '' none, where that has changed. to: with this level the caller is to have a
   * person of this group.
   */
  | {
      readonly type: "robotScored";
      readonly scored?: { readonly level: string; readonly score: number };
      readonly to?: { readonly level: string; readonly groupId: string };
    };
