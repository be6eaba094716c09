/** The workbook of bench/dial-import.ts: acceptance check E1 of inventory dialling.md. */
import type { Cell } from "../../sheets/index.ts";

export const counts = {
  rows: 100_000,
  inFile: 5_000,
  inTask: 3_000,
  barred: 2_000,
  malformed: 1_000,
  often: 500,
} as const;
export const right = counts.rows - counts.inFile - counts.inTask - counts.barred - counts.malformed - counts.often;
/** Numbers of the two blacklists, and beginnings among them. */
export const bars = { whole: 999_000, beginnings: 1_000 } as const;
export const titles = ["号码", "客户姓名", "城市", "金额"];

const digits = (n: number, length: number): string => String(n).padStart(length, "0");
/** Good ones; of the first `inTask` the task has the numbers already. */
export const goodPhone = (n: number): string => `139${digits(n, 8)}`;
export const oftenPhone = (n: number): string => `188${digits(n, 8)}`;
/** Beginnings are 1700000 to 1700999. */
const barredPhone = (n: number): string => `1700${digits(n % bars.beginnings, 3)}${digits(n, 4)}`;

const cities = ["广州", "深圳", "杭州", "成都", "武汉", "西安", "南京", "长沙"];
const row = (phone: string, n: number): Cell[] => [phone, `客户${n}`, cities[n % cities.length]!, `${n % 5_000}.25`];

/** Spread over the sheet, as a file of people has them. */
export function* sheetRows(): Generator<Cell[]> {
  const { rows, inFile, inTask, barred, malformed, often } = counts;
  const good = right + inTask;
  const others = rows - good;
  const kinds = [
    ...Array.from({ length: inFile }, (_, n) => row(goodPhone(n), n)),
    ...Array.from({ length: barred }, (_, n) => row(barredPhone(n), n)),
    ...Array.from({ length: malformed }, (_, n) => row(n % 2 ? `1390x${n}` : "9".repeat(40), n)),
    ...Array.from({ length: often }, (_, n) => row(oftenPhone(n), n)),
  ];
  if (kinds.length !== others) throw new Error("the parts are not the whole");
  // Each good number comes before its double.
  const [head, step] = [20_000, Math.floor((good - 20_000) / others)];
  let other = 0;
  for (let n = 0; n < good; n += 1) {
    yield row(goodPhone(n), n);
    if (n >= head && (n - head) % step === 0 && other < others) yield kinds[other++]!;
  }
  while (other < others) yield kinds[other++]!;
}
