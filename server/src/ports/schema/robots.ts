/** Tables of the area robots; joined in ../schema.ts. Robot lines are those of contacts. */
import type { RobotTalkTable } from "./event-log.ts";
import type { Flag, Text, Unset } from "./types.ts";

export interface RobotAgentTable {
  compId: string;
  id: string;
  name: string;
  /** 1: it speaks; 2: it has a picture too. */
  kind: Flag;
  /** The uploaded file. */
  pictureId: Unset<string>;
  flowId: string;
  /** JSON text of a FlowVoice; '': the flow's own. */
  tts: Text;
  /** '': the enterprise's own. */
  asrEngineId: Text;
  intentionRuleId: Unset<string>;
  fallbackGroupId: Unset<string>;
  enabled: Flag;
  remark: Text;
}

export interface RobotsTables {
  robot_agent: RobotAgentTable;
  robot_talk: RobotTalkTable;
}
