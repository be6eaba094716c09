import { bus } from "@liantai/bus";

/** Opens the detail of a call in a tab of its own. */
export const openCall = (callId: string, title = `通话 ${callId.slice(-6)}`): void =>
  bus.publish("tab.open", { name: "callrecord/detail", params: { callId }, title });
