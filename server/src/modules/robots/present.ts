/** Calls with robots as whoever follows them may see them: numbers masked for who may see none, spoken ones, too. */
import { maskPhone } from "@liantai/api/contract";
import type { RobotCall, RobotSaid } from "@liantai/api/contract/flow-editor";
import { maskNumbers } from "../../http/privacy.ts";

export const shownRobotCall = (call: RobotCall, hide: boolean): RobotCall =>
  hide
    ? {
        ...call,
        number: maskPhone(call.number),
        variables: call.variables.map((each) => ({ ...each, value: maskNumbers(each.value) })),
      }
    : call;

export const shownSaid = (said: readonly RobotSaid[], hide: boolean): RobotSaid[] =>
  said.map((each) => (hide ? { ...each, text: maskNumbers(each.text) } : { ...each }));
