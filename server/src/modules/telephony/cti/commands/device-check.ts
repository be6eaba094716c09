import { whyMost } from "@liantai/api/contract/device-check";
import { keepCheck } from "../../engine/agent-session.ts";
import { ok, wrong, type CtiCommand } from "./command.ts";

/** The page has checked microphone, way and network (T7). It is kept for its tab and session: another has its own. */
export const deviceCheck: CtiCommand = {
  name: "deviceCheck",
  run({ session, sessions, connection: { instance, sessionId } }, { why }) {
    if (why === undefined || why.length > whyMost) return wrong("why");
    keepCheck(session, { instance, sessionId, why });
    sessions.touch(session);
    return ok;
  },
};
