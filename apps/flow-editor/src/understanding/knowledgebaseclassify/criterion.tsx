/** What gives points, or settles a level: its kind, and what that kind asks. */
import { namedOptions } from "@liantai/ui";
import { addendKinds, hangUpSides } from "@liantai/api/contract/flow-editor";
import { NumberField, SelectField, TextField } from "@liantai/ui/resource";
import { useFormContext } from "react-hook-form";
import { allOf, intents } from "../parts/queries.ts";

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const kinds = optionsOf(addendKinds);
const sides = optionsOf(hangUpSides);
const texts: Readonly<Record<string, readonly [label: string, placeholder: string]>> = {
  node: ["节点名称", "流程中节点的名称"],
  keyword: ["关键词", "多个用顿号分开"],
  answer: ["变量内容", "变量名=内容"],
};

export const units = { seconds: "秒", turns: "轮" } as const;
export const newCriterion = { kind: "intent", intentId: "", least: null, text: "" };

export function CriterionFields({ path, label }: { readonly path: string; readonly label: string }) {
  const { watch } = useFormContext();
  const { data } = intents.list.useQuery({ body: allOf });
  const kind = String(watch(`${path}.kind`));
  const options = namedOptions(data?.list);
  const [title = "", hint = ""] = texts[kind] ?? [];
  return (
    <>
      <SelectField name={`${path}.kind`} label={label} options={kinds} width="120px" />
      {kind === "intent" && <SelectField name={`${path}.intentId`} label="意图" none="请选择" options={options} />}
      {(kind === "seconds" || kind === "turns") && (
        <NumberField name={`${path}.least`} label="至少" min={1} max={3_600} unit={units[kind]} />
      )}
      {title !== "" && <TextField name={`${path}.text`} label={title} placeholder={hint} />}
      {kind === "hangUp" && <SelectField name={`${path}.text`} label="挂机方" none="请选择" options={sides} />}
    </>
  );
}
