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
