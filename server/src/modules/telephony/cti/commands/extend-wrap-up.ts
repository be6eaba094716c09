import { notNow, ok, type CtiCommand } from "./command.ts";

/** Once, where the group's wrap-up may be made longer. */
export const extendWrapUp: CtiCommand = {
  name: "extendWrapUp",
  run: ({ session, sessions }) => (sessions.apply(session, { type: "extendWrapUp" }, session.agentId) ? ok : notNow),
};
