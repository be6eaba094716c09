/** What the numbers of a task are asked by. */
import { answerers, taskPhoneApi, type TaskType } from "@liantai/api/contract/admin";
import { SelectField, TextField } from "@liantai/ui";
import { BatchField } from "../parts/batch-field.tsx";
import { kindOf } from "../parts/kinds.ts";
import { phones } from "../parts/queries.ts";
import { choicesOf, numberStateOptions } from "../parts/words.ts";
import { codeOptions } from "./columns.tsx";

export const filterSchema = taskPhoneApi.list.body!.pick([
  "phone",
  "batchNumber",
  "state",
  "code",
  "answerer",
  "abandoned",
  "resultDue",
  "agentId",
  "result",
  "level",
]);
export const defaults = () => ({
  phone: "",
  batchNumber: "",
  state: "",
  code: "",
  answerer: "",
  abandoned: "",
  resultDue: "",
  agentId: "",
  result: "",
  level: "",
});
const answererOptions = choicesOf(answerers);
const abandonedOptions = [{ value: "1", label: "仅呼损" }];
const dueOptions = [{ value: "1", label: "仅待提交" }];
export type Filters = ReturnType<typeof defaults>;

/** As the task's rule names them. */
function LevelField({ taskId }: { readonly taskId: string }) {
  const { data = [] } = phones.levels.useQuery({ body: { taskId } });
  const options = data.map((level) => ({ value: level, label: level }));
  return <SelectField name="level" label="意向等级" options={options} width="92px" />;
}

export function NumberQuery({ taskId, ftype }: { readonly taskId: string; readonly ftype: TaskType }) {
  return (
    <>
      <TextField name="phone" label="号码" width="132px" inputMode="tel" />
      <SelectField name="state" label="状态" options={numberStateOptions} width="100px" />
      <SelectField name="code" label="呼叫结果" options={codeOptions} width="124px" />
      <SelectField name="answerer" label="接听方" options={answererOptions} width="92px" />
      {ftype === 3 && <SelectField name="abandoned" label="呼损" options={abandonedOptions} width="92px" />}
      {ftype === 2 && <SelectField name="resultDue" label="待提交结果" options={dueOptions} width="100px" />}
      <BatchField taskId={taskId} width="140px" />
      {ftype === 1 && <LevelField taskId={taskId} />}
      {kindOf(ftype).seats && <TextField name="agentId" label="坐席工号" width="120px" inputMode="numeric" />}
      <TextField name="result" label="业务结果" width="124px" />
    </>
  );
}
