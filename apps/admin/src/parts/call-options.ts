/** Choices of screens about calls. */
import { directionTexts } from "@liantai/api/contract";
import type { Option } from "@liantai/ui";

export const directionOptions: readonly Option[] = Object.entries(directionTexts).map(([value, label]) => ({
  value,
  label,
}));
export const answeredOptions: readonly Option[] = [
  { value: "yes", label: "已接听" },
  { value: "no", label: "未接听" },
];
