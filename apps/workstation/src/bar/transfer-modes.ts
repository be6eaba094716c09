/** The five ways to transfer, by the names of the trade. */
import type { TransferMode } from "../agent-client/talk-actions.ts";

/** waits: it needs somebody who answers, so a group without a ready agent will not do. */
export const transferModes: readonly {
  readonly id: TransferMode;
  readonly name: string;
  readonly hint: string;
  readonly waits: boolean;
}[] = [
  { id: "blind", name: "释放转", hint: "转出后您即可离开，不等对方接听", waits: false },
  { id: "success", name: "成功转", hint: "对方接听后自动转出，未接通则客户回到您", waits: true },
  { id: "talk", name: "通话转", hint: "先与对方通话，再按「转接」把客户交给对方", waits: true },
  { id: "three", name: "三方转", hint: "对方接听后三方一起通话", waits: true },
  { id: "suspend", name: "挂起转", hint: "客户听语音、按键，完成后自动回到您", waits: false },
];
