import { useTab, useTabParams } from "@liantai/ui";
import { OrdersScreen } from "../parts/orders-screen.tsx";

/** 工单信息; with the order that a notification or another screen opened it for. */
export default function OrdersOfAll() {
  const { caseId } = useTabParams<{ readonly caseId: unknown }>();
  const { revision = 0 } = useTab();
  const asked = typeof caseId === "string" && caseId !== "" ? { asked: { id: caseId, revision } } : {};
  return <OrdersScreen page="/workorderinformation" {...asked} />;
}
