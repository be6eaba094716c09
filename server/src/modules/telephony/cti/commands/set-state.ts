import { malformed, notNow, ok, type CtiCommand } from "./command.ts";

/** Ready or busy. In a call it is remembered for afterwards; in wrap-up it ends the wrap-up. */
export const setState: CtiCommand = {
  name: "setState",
  run({ session, sessions, statuses }, { state, customStatus }) {
    if (state !== "1" && state !== "2") return malformed;
    const before = session.agent;
    if (before.state.kind === "offline") return notNow;
    if (state === "2" && customStatus) return statuses.bind(session, customStatus);
    if (state === "1") sessions.apply(session, { type: "setReady", reason: "byAgent" }, session.agentId);
    else sessions.apply(session, { type: "setBusy", reason: "byAgent" }, session.agentId);
    return ok;
  },
};
