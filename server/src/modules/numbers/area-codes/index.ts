/**
 * Place and operator of a Chinese number (mobileArea, phoneArea). The data (README.md) is read at the first question, takes
 * about half a megabyte, and a question after that takes microseconds.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

export interface NumberArea {
  /** As it is dialled inside China: 13800138000, 075512345678. */
  readonly phone: string;
  /** 广东省; '' where it is not known. */
  readonly province: string;
  /** 深圳市; several with 、 where they share an area code. A municipality is its own city. */
  readonly city: string;
  /** 中国移动; '' for fixed numbers. */
  readonly operator: string;
  /** 0755; '' where the place has no single one. */
  readonly areaCode: string;
  /** 广东省深圳市 中国移动 */
  readonly text: string;
}

export interface AreaCodes {
  /** Of a mobile number; undefined: it is none. */
  mobile(phone: string): NumberArea | undefined;
  /** Of any number; what is not known is ''. */
  any(phone: string): NumberArea;
  /** 杭州市 → 浙江省; '' for what is no city. */
  provinceOf(city: string): string;
}

interface Data {
  readonly first: number;
  readonly names: readonly string[];
  /** Area code without its 0 → index of names. */
  readonly fixed: Readonly<Record<string, number>>;
  /** Length and place of each run of 7-digit blocks, from `first`. */
  readonly runs: readonly number[];
  readonly carriers: Readonly<Record<string, string>>;
}

const nationwide = "全国";
const regions = /^(北京市?|天津市?|上海市?|重庆市?|内蒙古|广西|西藏|宁夏|新疆|.+?省)(.*)$/;

/** 广东省深圳市 → 广东省, 深圳市; 天津 → 天津市, 天津市. */
function split(name: string): { province: string; city: string } {
  const [, province = "", rest = ""] = regions.exec(name) ?? [];
  if (rest !== "" || province === "") return { province, city: rest };
  const whole = province.endsWith("市") ? province : `${province}市`;
  return { province: whole, city: whole };
}

/** Digits as dialled inside China, with the area code's 0; undefined: a number of another country, or no number. */
export function national(phone: string): string | undefined {
  const text = phone.replace(/[\s-]/g, "");
  const own = /^(?:\+|00)86(\d+)$/.exec(text)?.[1];
  if (own === undefined && /^(?:\+|00)/.test(text)) return undefined;
  const digits = own ?? text;
  if (!/^\d+$/.test(digits)) return undefined;
  const mobile = /^(?:0|86)?(1[3-9]\d{9})$/.exec(digits)?.[1];
  if (mobile) return mobile;
  // After the country code the area code has lost its 0, and so it has where people leave it out.
  return own !== undefined && !digits.startsWith("0") && !/^[48]00/.test(digits) ? `0${digits}` : digits;
}

function build({ first, names, fixed, runs, carriers }: Data): AreaCodes {
  const starts = new Uint32Array(runs.length / 2);
  const ids = new Uint16Array(runs.length / 2);
  for (let i = 0, at = first; i < starts.length; i += 1) {
    starts[i] = at;
    ids[i] = runs[2 * i + 1] as number;
    at += runs[2 * i] as number;
  }
  const codes = new Map<string, string>();
  for (const [code, id] of Object.entries(fixed)) {
    const { province, city } = split(names[id] as string);
    for (const one of city.split("、")) if (!codes.has(province + one)) codes.set(province + one, `0${code}`);
  }
  const blockOf = (block: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= block) low = middle;
      else high = middle - 1;
    }
    return block < first ? 0 : (ids[low] as number);
  };
  const areaOf = (phone: string, name: string, operator: string, areaCode?: string): NumberArea => {
    const { province, city } = split(name);
    return {
      phone,
      province,
      city,
      operator,
      areaCode: areaCode ?? codes.get(province + city) ?? "",
      text: [province === city ? city : province + city, operator].filter(Boolean).join(" "),
    };
  };
  const ofMobile = (phone: string) =>
    areaOf(
      phone,
      names[blockOf(Number(phone.slice(0, 7)))] ?? "",
      carriers[phone.slice(0, 4)] ?? carriers[phone.slice(0, 3)] ?? carriers[phone.slice(0, 2)] ?? "",
    );
  const isMobile = (phone: string): boolean => /^1[3-9]\d{9}$/.test(phone);
  const provinces = new Map(
    names.map(split).flatMap(({ province, city }) => city.split("、").map((one) => [one, province] as const)),
  );
  return {
    provinceOf: (city) => provinces.get(city) ?? "",
    mobile(phone) {
      const number = national(phone);
      return number !== undefined && isMobile(number) ? ofMobile(number) : undefined;
    },
    any(phone) {
      const number = national(phone);
      const unknown = areaOf(number ?? phone, "", "", "");
      if (number === undefined) return unknown;
      if (isMobile(number)) return ofMobile(number);
      if (/^[48]00\d{7}$/.test(number)) return { ...unknown, text: nationwide };
      // Without its 0 a number is told from a local one by its length.
      const digits = number.startsWith("0") ? number.slice(1) : number.length >= 10 ? number : "";
      const code = [3, 2].map((length) => digits.slice(0, length)).find((prefix) => fixed[prefix] !== undefined);
      return code === undefined
        ? unknown
        : areaOf(`0${digits}`, names[fixed[code] as number] as string, "", `0${code}`);
    },
  };
}

let loading: Promise<AreaCodes> | undefined;

let loaded: AreaCodes | undefined;

/** One for the whole process. */
export function loadAreaCodes(): Promise<AreaCodes> {
  loading ??= readFile(join(import.meta.dirname, "area-codes.json.gz")).then(async (packed) => {
    loaded = build(JSON.parse((await promisify(gunzip)(packed)).toString("utf8")) as Data);
    return loaded;
  });
  return loading;
}

/** 广东省深圳市 中国移动; '' where it is not known, or before loadAreaCodes() is done. */
export const numberPlace = (number: string): string => loaded?.any(number).text ?? "";

/** The same by its parts; undefined before loadAreaCodes() is done. */
export const numberPlaceParts = (number: string): NumberArea | undefined => loaded?.any(number);

/** Of a city as numbers have it; '' for what is none, or before loadAreaCodes() is done. */
export const provinceOf = (city: string): string => loaded?.provinceOf(city) ?? "";
