import { malformed, type CtiCommand } from "./command.ts";

/** Calls an extension or a registered customer. */
export const makeCall: CtiCommand = {
  name: "makeCall",
  run: ({ session, arrivals }, { number }) =>
    number && /^\d{1,20}$/.test(number) ? arrivals.makeCall(session, number) : malformed,
};
