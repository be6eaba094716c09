/** Money travels as text in yuan with up to 4 decimals and is counted in whole 1/10000 yuan: no float touches it. */
import { string } from "yup";

const pattern = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/;
const unit = 10_000n;

/** '12.5' to 125000n; undefined for anything else than such a number. */
export function parseMoney(text: string): bigint | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const value = BigInt(match[2]!) * unit + BigInt((match[3] ?? "").padEnd(4, "0"));
  return match[1] ? -value : value;
}

/** 125000n to '12.5000'. */
export function formatMoney(amount: bigint | string | number): string {
  const value = BigInt(amount);
  const size = value < 0n ? -value : value;
  return `${value < 0n ? "-" : ""}${size / unit}.${String(size % unit).padStart(4, "0")}`;
}

/** Most that moves at once: 9999999 yuan (console.md section 9, number max). */
export const moneyMax = 9_999_999n * unit;

interface MoneyBounds {
  readonly min?: bigint;
  readonly max?: bigint;
}

export const moneyField = (label: string, { min = 0n, max = moneyMax }: MoneyBounds = {}) =>
  string()
    .label(label)
    .trim()
    .test("money", `${label}应为数字，最多4位小数`, (v) => !v || parseMoney(v) !== undefined)
    .test("bounds", `${label}应在${formatMoney(min)}到${formatMoney(max)}元之间`, (v) => {
      const amount = v ? parseMoney(v) : undefined;
      return amount === undefined || (amount >= min && amount <= max);
    });
