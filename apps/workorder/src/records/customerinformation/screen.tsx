import { RecordsScreen } from "../parts/records-screen.tsx";

/** 客户信息 */
export default function CustomersScreen() {
  return <RecordsScreen page="/customerinformation" formType="customer" noun="客户" />;
}
