import { string } from "yup";
import { compField } from "../crud.ts";
import { pageFields } from "../resource.ts";

/** What a list of callbacks or of messages is asked. */
export const contactQuery = <S extends string>(states: readonly S[]) => ({
  compId: compField(),
  ...pageFields,
  state: string()
    .label("状态")
    .oneOf(["", ...states] as const),
  number: string()
    .label("号码")
    .matches(/^\d{0,20}$/, "号码只能是数字"),
});

/** From whose telephone a customer is called back: of who has no seat of his own. */
export const callingSeat = () =>
  string()
    .label("坐席")
    .matches(/^\d{0,8}$/, "坐席工号只能是数字");
