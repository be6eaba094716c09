import type { BarModel } from "./model.ts";

/** What a panel of 更多 is given. */
export interface MorePanelProps extends BarModel {
  readonly onClose: () => void;
}
