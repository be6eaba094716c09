/** What the lists of the set-up share. */
import { StatusBadge } from "@liantai/ui";

export const enabledOptions = [
  { value: "1", label: "启用" },
  { value: "0", label: "停用" },
];

export const EnabledBadge = ({ enabled }: { readonly enabled: number }) => (
  <StatusBadge tone={enabled === 1 ? "ready" : "offline"}>{enabled === 1 ? "启用" : "停用"}</StatusBadge>
);
