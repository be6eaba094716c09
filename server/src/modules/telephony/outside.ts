/** What the engine asks of trunks (modules/trunks): which of them lead to a number, and that the switch has them. */
import type { CallData } from "@liantai/api/contract";
import type { OverTrunks, Switch } from "../../ports/switch.ts";

export interface OutsideLines {
  /** Gives the switch its trunks, and again with every change; what it tells of them is kept. Ends with what it resolves with. */
  begin(sw: Pick<Switch, "capabilities" | "provision" | "on">): Promise<() => Promise<void>>;
  /** Trunks for a number, in the order in which they are tried. Empty: no route leads there. */
  trunks(asked: {
    readonly compId: string;
    /** What the callee sees. */
    readonly displayed: string;
    readonly number: string;
  }): Promise<readonly string[]>;
  /** What of the headers of a call that comes in over a trunk is data that travels with it (N7). */
  dataIn(trunk: string, headers: Readonly<Record<string, string>>): Promise<CallData>;
  /** What of a call's data these trunks are told, and which of them. */
  dataOut(trunks: readonly string[], data: CallData): Promise<Pick<OverTrunks, "told" | "headers">>;
}
