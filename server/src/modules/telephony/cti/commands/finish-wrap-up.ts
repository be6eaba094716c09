import { notNow, ok, type CtiCommand } from "./command.ts";

export const finishWrapUp: CtiCommand = {
  name: "finishWrapUp",
  run: ({ session, sessions }) => (sessions.apply(session, { type: "finishWrapUp" }, session.agentId) ? ok : notNow),
};
