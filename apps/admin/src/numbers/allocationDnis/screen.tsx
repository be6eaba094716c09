import { isOperator } from "@liantai/api/contract";
import { selectUser, useSelector } from "@liantai/api/client";
import { EnterpriseAllocation } from "./enterprises.tsx";
import { OwnAllocation } from "./owners.tsx";

/** 接入号分配: operators give numbers to enterprises, an enterprise its own to seat groups and seats. */
export default function AllocationDnisScreen() {
  const operator = useSelector((state: Parameters<typeof selectUser>[0]) => isOperator(selectUser(state)));
  return operator ? <EnterpriseAllocation /> : <OwnAllocation />;
}
