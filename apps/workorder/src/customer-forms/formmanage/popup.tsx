import { customerFormConfApi, type popupMoments } from "@liantai/api/contract/workorder";
import { formOf, RadioField, SwitchField, type Action } from "@liantai/ui/resource";
import type { ListedForm } from "../queries.ts";

const schema = customerFormConfApi.setPopup.body!.omit(["compId"]);
const names: Readonly<Record<(typeof popupMoments)[number], string>> = {
  none: "不弹屏",
  ring: "振铃时",
  answer: "接听时",
};
const moments = Object.entries(names).map(([value, label]) => ({ value, label }));

/** When a form comes up with a call. Whose access numbers and groups it is for stays as it was set. */
export const popupAction = (
  send: (body: Parameters<typeof schema.cast>[0] & object) => unknown,
): Pick<Action<ListedForm>, "form" | "done"> => ({
  form: ({ id, name, popup }) =>
    formOf({
      title: `弹屏设置：${name}`,
      small: true,
      width: "420px",
      schema,
      values: { id, ...popup },
      fields: (
        <>
          <SwitchField name="isPopup" label="弹屏" on="弹屏" off="不弹屏" />
          <RadioField name="inbound" label="呼入弹屏时机" options={moments} />
          <RadioField name="outbound" label="呼出弹屏时机" options={moments} />
        </>
      ),
      send: (body) => send(body as never),
    }),
  done: ["弹屏设置", "保存"],
});
