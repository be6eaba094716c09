import type { BarModel } from "./model.ts";

/** What a panel of 更多 is given. */
export interface MorePanelProps extends BarModel {
  /** Asks first while something typed would be lost. */
  readonly onClose: () => void;
  /** Says whether it would. The same function throughout. */
  readonly onTyped: (typed: boolean) => void;
}
