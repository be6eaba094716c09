/** What the engine asks of trunks (modules/trunks): which of them lead to a number, and that the switch has them. */
import type { Switch } from "../../ports/switch.ts";

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
}
