/** Hours of a task for the numbers of a province (inventory dialling.md B9). All China is one zone; days begin later in the west. */
import { array, object, string, type InferType } from "yup";
import { timeRangeFields } from "../fields.ts";

/** As the place of a number names them. */
export const provinces = [
  ...["北京市", "天津市", "河北省", "山西省", "内蒙古", "辽宁省", "吉林省", "黑龙江省", "上海市", "江苏省", "浙江省"],
  ...["安徽省", "福建省", "江西省", "山东省", "河南省", "湖北省", "湖南省", "广东省", "广西", "海南省", "重庆市"],
  ...["四川省", "贵州省", "云南省", "西藏", "陕西省", "甘肃省", "青海省", "宁夏", "新疆"],
] as const;

const regionHours = object({
  province: string().label("省份").oneOf(provinces, "请选择省份").required("请选择省份"),
  ...timeRangeFields(),
});
export type RegionHours = InferType<typeof regionHours>;

/** Of the provinces that are named; the others have the task's hours. */
export const regionsField = () =>
  array()
    .label("地区时段")
    .of(regionHours)
    .max(provinces.length)
    .default([])
    .test("distinct", "", (rows, context) => {
      const names = (rows ?? []).map(({ province }) => province);
      const twice = names.findIndex((name, at) => name && names.indexOf(name) < at);
      if (twice < 0) return true;
      const path = `${context.path}[${twice}].province`;
      return context.createError({ path, message: `${names[twice]}已有时段` });
    });
