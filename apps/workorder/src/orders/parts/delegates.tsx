/** 代办人 beside the orders: an agent's own, a monitor's and an administrator's of their seats (W6). */
import { selectUser, useSelector, type RootState } from "@liantai/api/client";
import { isAgent } from "@liantai/api/contract";
import type { Action } from "@liantai/ui/resource";
import { DelegatesDrawer } from "../../parts/delegates.tsx";
import { SeatField } from "./seat-field.tsx";

function OrderDelegates({ onClose }: { readonly onClose: () => void }) {
  const own = useSelector((state: RootState) => {
    const user = selectUser(state);
    return isAgent(user) ? (user?.agentId ?? undefined) : undefined;
  });
  return <DelegatesDrawer own={own} SeatField={SeatField} onClose={onClose} />;
}

export const delegating: Action = {
  label: "代办人",
  sheet: (_, close) => <OrderDelegates onClose={close} />,
};
