import { loadAreaCodes, national, type AreaCodes } from "./index.ts";

let areaCodes: AreaCodes;
beforeAll(async () => {
  areaCodes = await loadAreaCodes();
});

test.each([
  ["13800138000", "北京市", "北京市", "中国移动", "010"],
  ["13901000000", "北京市", "北京市", "中国移动", "010"],
  ["13917000000", "上海市", "上海市", "中国移动", "021"],
  ["18602000000", "广东省", "广州市", "中国联通", "020"],
  ["13510000000", "广东省", "深圳市", "中国移动", "0755"],
  ["18900000000", "北京市", "北京市", "中国电信", "010"],
  ["13306530000", "浙江省", "杭州市", "中国电信", "0571"],
])("%s: %s%s %s", (phone, province, city, operator, areaCode) => {
  expect(areaCodes.mobile(phone)).toMatchObject({ province, city, operator, areaCode });
});

test.each([
  ["010-62551234", "北京市", "北京市", "010"],
  ["02188886666", "上海市", "上海市", "021"],
  ["0755 8888 6666", "广东省", "深圳市", "0755"],
  ["+86 571 87654321", "浙江省", "杭州市", "0571"],
  ["008628-85551234", "四川省", "成都市、资阳市、眉山市", "028"],
  ["075588886666", "广东省", "深圳市", "0755"],
  ["75588886666", "广东省", "深圳市", "0755"],
  ["08918888666", "西藏", "拉萨市", "0891"],
])("%s: %s%s", (phone, province, city, areaCode) => {
  expect(areaCodes.any(phone)).toMatchObject({ province, city, areaCode, operator: "" });
});

test("a mobile number however it is written", () => {
  for (const phone of [
    "13800138000",
    "013800138000",
    "+8613800138000",
    "008613800138000",
    "8613800138000",
    "+86 138-0013-8000",
    "138 0013 8000",
  ])
    expect(areaCodes.any(phone)).toMatchObject({ phone: "13800138000", text: "北京市 中国移动" });
  expect(national("+86 10 62551234")).toBe("01062551234");
});

test("the province of a city, as numbers have it", () => {
  expect(["杭州市", "眉山市", "上海市", "拉萨市", "杭州", ""].map((city) => areaCodes.provinceOf(city))).toEqual([
    ...["浙江省", "四川省", "上海市", "西藏", "", ""],
  ]);
});

test("what has no place says so", () => {
  for (const phone of ["4001", "1001", "88886666", "12345", "+12025550123", "0012025550123", "95588"])
    expect(areaCodes.any(phone)).toMatchObject({ province: "", city: "", operator: "", text: "" });
  expect(areaCodes.any("4008001234")).toMatchObject({ province: "", text: "全国" });
  for (const phone of ["02188886666", "4001", "+12025550123", ""]) expect(areaCodes.mobile(phone)).toBeUndefined();
});

test("a question takes far less than a millisecond, and the data is read once", async () => {
  const from = performance.now();
  for (let i = 0; i < 10_000; i += 1) areaCodes.any(`13${String(800_000_000 + i * 7_919).slice(0, 9)}`);
  expect((performance.now() - from) / 10_000).toBeLessThan(0.1);
  expect(await loadAreaCodes()).toBe(areaCodes);
});
