/** Operators see over enterprises: one of them to choose, or all. */
import { isOperator } from "@liantai/api/contract";
import { selectUser, useSelector } from "@liantai/api/client";
import type { Option } from "@liantai/ui";
import { useEnterpriseOptions } from "../parts/enterprises.ts";

export const useIsOperator = (): boolean => isOperator(useSelector(selectUser));

/** Empty for everybody else. */
export const useCompanyOptions = (): readonly Option[] => useEnterpriseOptions(!useIsOperator());
