/** A time that was typed. */
import { parseTime } from "@liantai/api/contract";
import { fieldRefusal } from "../../http/refusals.ts";

export const whole = (text: string | undefined, label: string): Date | null => {
  if (!text) return null;
  const at = parseTime(text);
  if (!at) throw fieldRefusal("expiresAt", label, `${label}不是有效的时间`);
  return at;
};
