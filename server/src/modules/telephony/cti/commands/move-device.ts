import { toCall, wrong, type CtiCommand } from "./command.ts";

/** The talk goes on at the agent's other telephone, or at the own one again. */
export const moveDevice: CtiCommand = {
  name: "moveDevice",
  run(context, fields) {
    const { to } = fields;
    const { agentId, seat } = context.session;
    if (to !== "own" && to !== "phone") return wrong("to");
    if (!seat.otherPhone) return { code: -403, msg: "未设置外线号码，请联系管理员" };
    return toCall(context, fields, { type: "moveDevice", agentId, to });
  },
};
