import { notify } from "@liantai/api/client";

/** One notice, whichever of the screens of the flow hear of it. */
export const tellUntrained = (flowId: string, name: string, text: string): void =>
  notify({ id: `flow.untrained.${flowId}`, title: `“${name}”的意图没有训练成功`, text, level: "error" });
