import { malformed, notNow, ok, type CtiCommand } from "./command.ts";

/** Ready or busy. In a call it is remembered for afterwards; in wrap-up it ends the wrap-up. */
export const setState: CtiCommand = {
  name: "setState",
  run({ desk, desks, statuses }, { state, customStatus }) {
    if (state !== "1" && state !== "2") return malformed;
    const before = desk.agent;
    if (before.state.kind === "offline") return notNow;
    if (state === "2" && customStatus) return statuses.bind(desk, customStatus);
    if (state === "1") desks.apply(desk, { type: "setReady", reason: "byAgent" }, desk.agentId);
    else desks.apply(desk, { type: "setBusy", reason: "byAgent" }, desk.agentId);
    return ok;
  },
};
