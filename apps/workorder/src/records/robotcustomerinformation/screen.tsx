import { RecordsScreen } from "../parts/records-screen.tsx";

/** 机器人客户: what robots asked customers for. */
export default function RobotCustomersScreen() {
  return <RecordsScreen page="/customerinformation" formType="customer" noun="客户" source="robot" />;
}
