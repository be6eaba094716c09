/** Every node type, by its name in the flow's JSON. */
import type { NodeType } from "../node-type.ts";
import { areaRoute } from "./area-route.ts";
import { blackList } from "./black-list.ts";
import { callExtension } from "./call-extension.ts";
import { callOutside } from "./call-outside.ts";
import { callSeat } from "./call-seat.ts";
import { condition } from "./condition.ts";
import { continuePlay } from "./continue-play.ts";
import { end } from "./end.ts";
import { exception } from "./exception.ts";
import { extensionRoute } from "./extension-route.ts";
import { hangup } from "./hangup.ts";
import { interfaceCall } from "./interface.ts";
import { ivrRoute } from "./ivr-route.ts";
import { jump } from "./jump.ts";
import { keyCollect } from "./key-collect.ts";
import { keyNav } from "./key-nav.ts";
import { knowledge } from "./knowledge.ts";
import { loop } from "./loop.ts";
import { play } from "./play.ts";
import { satisfaction } from "./satisfaction.ts";
import { sendSms } from "./send-sms.ts";
import { skillGroup } from "./skill-group.ts";
import { speech } from "./speech.ts";
import { start } from "./start.ts";
import { timeRoute } from "./time-route.ts";
import { variable } from "./variable.ts";
import { voiceMessage } from "./voice-message.ts";

const all: readonly NodeType[] = [
  start,
  condition,
  keyCollect,
  end,
  jump,
  hangup,
  callSeat,
  keyNav,
  callExtension,
  callOutside,
  extensionRoute,
  skillGroup,
  play,
  continuePlay,
  variable,
  loop,
  timeRoute,
  areaRoute,
  ivrRoute,
  voiceMessage,
  exception,
  blackList,
  speech,
  sendSms,
  knowledge,
  satisfaction,
  interfaceCall,
];

const byName: ReadonlyMap<string, NodeType> = new Map(all.map((type) => [type.type, type]));
export const nodeTypeOf = (name: string): NodeType | undefined => byName.get(name);
/** In the order of the palette. */
export const nodeTypeList: readonly NodeType[] = all;
