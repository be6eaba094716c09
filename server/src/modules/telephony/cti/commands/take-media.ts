import { ok, type CtiCommand } from "./command.ts";

/** The audio moves to the tab that asks. */
export const takeMedia: CtiCommand = {
  name: "takeMedia",
  run({ desk, connection, connections }) {
    connections.own(desk, connection.instance);
    return ok;
  },
};
