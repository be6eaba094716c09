import type { CtiCommands } from "@liantai/api/contract";
import { useAgentClient } from "./context.ts";
import type { BarModel } from "./model.ts";

type Order = Omit<CtiCommands["secureEntry"], "callId">;

/** Orders the customer's typing in secret; true when the server took it, a refusal is said. */
export function useSecureEntry({ telephony }: Pick<BarModel, "telephony">): (order: Order) => Promise<boolean> {
  const { core } = useAgentClient();
  return async (order) => {
    const result = await core.cti.command("secureEntry", { callId: telephony.call?.callId ?? "", ...order });
    if (!result.ok) core.answerPress(result.text, "error", "bar-refused");
    return result.ok;
  };
}
