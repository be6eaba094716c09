import { whyMost } from "@liantai/api/contract/device-check";
import { ok, wrong, type CtiCommand } from "./command.ts";

/** The page has checked microphone, way and network (T7). It is kept for the session: another login has its own. */
export const deviceCheck: CtiCommand = {
  name: "deviceCheck",
  run({ session, sessions, connection: { sessionId } }, { why }) {
    if (why === undefined || why.length > whyMost) return wrong("why");
    session.check = { sessionId, why };
    sessions.touch(session);
    return ok;
  },
};
