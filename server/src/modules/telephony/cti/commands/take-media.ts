import { ok, type CtiCommand } from "./command.ts";

/** The audio moves to the tab that asks. */
export const takeMedia: CtiCommand = {
  name: "takeMedia",
  run({ session, connection, connections }) {
    connections.own(session, connection.instance);
    return ok;
  },
};
