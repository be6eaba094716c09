import { notNow, ok, type CtiCommand } from "./command.ts";

export const finishWrapUp: CtiCommand = {
  name: "finishWrapUp",
  run: ({ desk, desks }) => (desks.apply(desk, { type: "finishWrapUp" }, desk.agentId) ? ok : notNow),
};
