/** The place and operator of a telephone number. */
import { object, string } from "yup";

/** A place as people say it; '' where it is not known. */
export const place = object({
  phone: string().defined(),
  province: string().defined(),
  city: string().defined(),
  operator: string().defined(),
  areaCode: string().defined(),
  /** 广东省广州市 中国移动 */ text: string().defined(),
});
export const placeBody = object({
  phone: string()
    .label("号码")
    .required("请输入号码")
    .max(32)
    .matches(/^[+\d][\d\s-]*$/, "请输入数字"),
});
