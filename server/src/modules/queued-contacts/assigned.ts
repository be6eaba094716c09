/** A seat is told of a message that is his to see to. */
import { maskPhone } from "@liantai/api/contract";
import type { Broker } from "../../ports/broker.ts";
import { publish } from "../topics.ts";

interface Assigned {
  readonly compId: string;
  readonly id: string;
  readonly agentId: string;
  readonly number: string;
  readonly callId: string;
}

export const tellAssigned = (broker: Broker, { compId, id, agentId, number, callId }: Assigned): Promise<void> =>
  publish(broker, "message.send", {
    to: { compId, agentId },
    message: {
      type: "msgNotify",
      id: `voicemail-${id}`,
      title: "有一条留言需要您处理",
      text: `来自${maskPhone(number)}，点击收听`,
      level: "info",
      sound: true,
      target: { name: "callrecord/detail", params: { callId } },
    },
  });
