/** Operators see over enterprises: one of them to choose, or all. */
import { selectUser, useSelector } from "@liantai/api/client";
import type { Option } from "@liantai/ui";
import { useEnterpriseOptions } from "../parts/enterprises.ts";

export const useIsOperator = (): boolean => useSelector(selectUser)?.roleType === 0;

/** Empty for everybody else. */
export const useCompanyOptions = (): readonly Option[] => useEnterpriseOptions(!useIsOperator());
