/** 呼转 as it is typed: when, and where to. */
import { string } from "yup";
import { isForwardNumber, readForwardModes } from "../forward.ts";
import { dialledTelephone } from "../fields.ts";

export const forwardFields = {
  /** Modes between commas; '' : calls are not forwarded. */
  forwardModes: string()
    .label("呼转条件")
    .max(40)
    .default("")
    .test(
      "modes",
      "呼转条件应为始终、占线、无应答、离线，选择始终时不能再选其他",
      (text) => !text || !!readForwardModes(text),
    ),
  /** An extension of the enterprise, or a number outside. */
  forwardTo: string()
    .label("呼转号码")
    .trim()
    .max(32)
    .default("")
    .when("forwardModes", {
      is: (modes: string) => !!modes,
      then: (s) =>
        s
          .required("请填写呼转号码")
          .test("number", "呼转号码应为分机号或电话号码", (text) => isForwardNumber(dialledTelephone(text))),
    }),
};
