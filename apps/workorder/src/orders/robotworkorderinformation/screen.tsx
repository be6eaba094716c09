import { OrdersScreen } from "../parts/orders-screen.tsx";

/** 机器人工单: orders that robots made. */
export default function RobotOrders() {
  return <OrdersScreen page="/robotworkorderinformation" source="robot" />;
}
