/** Where whoever listens to an audition may call from: 省, 省 市, or nowhere that is known. */

const provinces: readonly string[] = [
  "北京市",
  "天津市",
  "上海市",
  "重庆市",
  "河北省",
  "山西省",
  "辽宁省",
  "吉林省",
  "黑龙江省",
  "江苏省",
  "浙江省",
  "安徽省",
  "福建省",
  "江西省",
  "山东省",
  "河南省",
  "湖北省",
  "湖南省",
  "广东省",
  "海南省",
  "四川省",
  "贵州省",
  "云南省",
  "陕西省",
  "甘肃省",
  "青海省",
  "台湾省",
  "内蒙古",
  "广西",
  "西藏",
  "宁夏",
  "新疆",
];

const unknown = "归属地未知";

type Branches = readonly { readonly cities?: readonly string[] }[];

/** Cities that the node's branches name, each with its province as calls have it; what is no city comes from no number. */
export function areaCodesOf(config: Readonly<Record<string, unknown>>, provinceOf: (city: string) => string) {
  const branches = Array.isArray(config["branches"]) ? (config["branches"] as Branches) : [];
  const cities = [...new Set(branches.flatMap(({ cities: own = [] }) => own))].flatMap((city) => {
    const province = provinceOf(city);
    return province === "" || province === city ? [] : [`${province} ${city}`];
  });
  return [...cities, ...provinces, unknown];
}

/** A municipality is its own city. */
export function placeOf(area: string): { readonly province: string; readonly city: string } {
  const [province = "", city = province.endsWith("市") ? province : ""] =
    area === unknown ? [] : area.split(/[\s,，]+/);
  return { province, city };
}
