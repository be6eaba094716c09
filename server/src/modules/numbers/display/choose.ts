/** Which of its numbers an enterprise shows a callee, and why. Pure. */
import type { NumberArea } from "../area-codes/index.ts";

export type Place = Pick<NumberArea, "province" | "city">;

export interface DisplayCandidate extends Place {
  readonly number: string;
  /** Under it, today. */
  readonly calls: number;
  readonly lastAt: number | undefined;
  readonly paused: boolean;
}

export interface DisplayQuestion {
  /** What is shown without the rule: the default of the seat, its group or the enterprise. */
  readonly usual: string;
  readonly callee: Place;
  readonly candidates: readonly DisplayCandidate[];
  /** 0: none. */
  readonly dailyCap: number;
  readonly restS: number;
  readonly now: number;
}

export interface Displayed {
  readonly number: string;
  /** In words, for the track. */
  readonly text: string;
}

/** Why it may not be shown now; undefined: it may. */
function barOf({ paused, calls, lastAt }: DisplayCandidate, { dailyCap, restS, now }: DisplayQuestion) {
  if (paused) return "已暂停外显";
  if (dailyCap > 0 && calls >= dailyCap) return `今日已达${dailyCap}次`;
  if (restS > 0 && lastAt !== undefined && now - lastAt < restS * 1_000) return "休息中";
  return undefined;
}

/** Where several places share an area code, one of them is enough. */
const sameCity = (a: Place, b: Place): boolean =>
  a.province !== "" &&
  a.province === b.province &&
  a.city.split("、").some((city) => city !== "" && b.city.split("、").includes(city));
const sameProvince = (a: Place, b: Place): boolean => a.province !== "" && a.province === b.province;

/** Least used today, then longest unused, then by number. */
const byUse = (a: DisplayCandidate, b: DisplayCandidate): number =>
  a.calls - b.calls || (a.lastAt ?? 0) - (b.lastAt ?? 0) || (a.number < b.number ? -1 : 1);

export function chooseDisplayed(question: DisplayQuestion): Displayed {
  const { usual, callee, candidates } = question;
  const barred = candidates.flatMap((each) => {
    const why = barOf(each, question);
    return why === undefined ? [] : [`${each.number}${why}`];
  });
  const free = candidates.filter((each) => barOf(each, question) === undefined);
  const tiers = [
    [free.filter((each) => sameCity(each, callee)), `与被叫同城（${callee.city}）`],
    [free.filter((each) => sameProvince(each, callee)), `与被叫同省（${callee.province}）`],
    [free.filter(({ number }) => number === usual), "默认外显号码，没有与被叫同地区的可用号码"],
    [free, "默认外显号码不可用"],
  ] as const;
  const found = tiers.find(([numbers]) => numbers.length > 0);
  const [chosen] = found ? [...found[0]].sort(byUse) : [];
  const why = chosen && found ? found[1] : "没有可用的外显号码，仍用默认号码";
  const left = barred.length > 0 ? `；未选：${barred.slice(0, 5).join("、")}${barred.length > 5 ? "等" : ""}` : "";
  return { number: chosen?.number ?? usual, text: `外显号码${chosen?.number ?? usual}：${why}${left}` };
}
