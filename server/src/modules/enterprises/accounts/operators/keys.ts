/** Keys of operate-authority as they are stored. */
import { operateKeys } from "@liantai/api/contract/admin";

export const onlyKnown = (empower: Readonly<Record<string, boolean>> | null | undefined) =>
  Object.fromEntries(operateKeys.flatMap((key) => (empower?.[key] === true ? [[key, true]] : [])));
