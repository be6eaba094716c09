/** What is said of a call's intention: a level, or a score whose band is one, and a note (F84). */
import { intentionLevelApi } from "@liantai/api/contract/workorder";
import { NumberField, SelectField, TextAreaField, type Option } from "@liantai/ui/resource";

export const markSchema = intentionLevelApi.mark.body!.omit(["compId"]);

interface Named {
  readonly id: string;
  readonly name: string;
  readonly remark: string;
}

export const levelText = ({ name, remark }: Pick<Named, "name" | "remark">): string =>
  remark ? `${name}（${remark}）` : name;

export const levelOptions = (levels: readonly Named[]): readonly Option[] =>
  levels.map((level) => ({ value: level.id, label: levelText(level) }));

export const MarkFields = ({ levels }: { readonly levels: readonly Option[] }) => (
  <>
    <SelectField name="levelId" label="意向等级" options={levels} none="按得分" />
    <NumberField name="score" label="得分" max={100} hint="0 到 100，可不填" />
    <TextAreaField name="note" label="说明" rows={3} />
  </>
);
