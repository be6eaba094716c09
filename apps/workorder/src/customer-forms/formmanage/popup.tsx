import { customerFormConfApi, popupMoments } from "@liantai/api/contract/workorder";
import { formOf, MultiSelectField, RadioField, SwitchField, type Action, type Option } from "@liantai/ui/resource";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { forms, type ListedForm } from "../queries.ts";

const schema = customerFormConfApi.setPopup.body!.omit(["compId", "layouts"]);
const moments = Object.entries(popupMoments).map(([value, label]) => ({ value, label }));

const unknown = "已删除";

/** Of which numbers and groups: what was set and is there no more can be taken away. */
function Places() {
  const answer = forms.popupPlaces.useQuery({ body: {} });
  const { data } = answer;
  const [numbers, groups] = useWatch({ name: ["accessNumbers", "skillGroupIds"] }) as [
    readonly string[] | undefined,
    readonly string[] | undefined,
  ];
  const [first] = useState({ numbers: numbers ?? [], groups: groups ?? [] });
  const options = (known: readonly Option[], chosen: readonly string[]): readonly Option[] => [
    ...known,
    ...chosen
      .filter((value) => !known.some((one) => one.value === value))
      .map((value) => ({ value, label: data ? `${value}（${unknown}）` : value })),
  ];
  const of = {
    numbers: (data?.accessNumbers ?? []).map(({ number, title }) => ({ value: number, label: `${number} ${title}` })),
    groups: (data?.skillGroups ?? []).map(({ id, name }) => ({ value: id, label: name })),
  };
  return (
    <>
      <MultiSelectField
        name="accessNumbers"
        label="接入号码（不选为全部）"
        options={options(of.numbers, first.numbers)}
        answer={answer}
        height="110px"
      />
      <MultiSelectField
        name="skillGroupIds"
        label="技能组（不选为全部）"
        options={options(of.groups, first.groups)}
        answer={answer}
        height="110px"
      />
    </>
  );
}

/** They are set in a sheet of their own, and stay as they are. */
const withoutLayouts = ({ layouts: _, ...popup }: ListedForm["popup"]) => popup;

/** When a form comes up with a call, and with which: the first by name of those that fit is the one. */
export const popupAction = (
  send: (body: Parameters<typeof schema.cast>[0] & object) => unknown,
): Pick<Action<ListedForm>, "form" | "done"> => ({
  form: ({ id, name, popup }) =>
    formOf({
      title: `弹屏设置：${name}`,
      width: "520px",
      schema,
      values: { id, ...withoutLayouts(popup) },
      fields: (
        <>
          <SwitchField name="isPopup" label="弹屏" on="弹屏" off="不弹屏" />
          <RadioField name="inbound" label="呼入弹屏时机" options={moments} />
          <RadioField name="outbound" label="呼出弹屏时机" options={moments} />
          <Places />
        </>
      ),
      send: (body) => send(body),
    }),
  done: ["弹屏设置", "保存"],
});
