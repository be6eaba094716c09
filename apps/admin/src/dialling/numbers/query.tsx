/** What the numbers of a task are asked by. */
import { intentionLevels, taskPhoneApi, type TaskType } from "@liantai/api/contract/admin";
import { SelectField, TextField } from "@liantai/ui";
import { kindOf } from "../parts/kinds.ts";
import { phones } from "../parts/queries.ts";
import { numberStateOptions } from "../parts/words.ts";
import { codeOptions } from "./columns.tsx";

export const filterSchema = taskPhoneApi.list.body!.pick([
  "phone",
  "batchNumber",
  "state",
  "code",
  "agentId",
  "result",
  "level",
]);
export const defaults = () => ({
  phone: "",
  batchNumber: "",
  state: "",
  code: "",
  agentId: "",
  result: "",
  level: "",
});
export type Filters = ReturnType<typeof defaults>;

const levels = intentionLevels.map((level) => ({ value: level, label: level }));

export function NumberQuery({ taskId, ftype }: { readonly taskId: string; readonly ftype: TaskType }) {
  const { data } = phones.batches.useQuery({ body: { taskId, pageNo: 1, pageSize: 200 } });
  const batches = (data?.list ?? []).map(({ batchNumber }) => ({ value: batchNumber, label: batchNumber }));
  return (
    <>
      <TextField name="phone" label="号码" width="132px" inputMode="tel" />
      <SelectField name="state" label="状态" options={numberStateOptions} width="100px" />
      <SelectField name="code" label="呼叫结果" options={codeOptions} width="124px" />
      <SelectField name="batchNumber" label="批次" options={batches} width="140px" />
      {ftype === 1 && <SelectField name="level" label="意向等级" options={levels} width="92px" />}
      {kindOf(ftype).seats && <TextField name="agentId" label="坐席工号" width="120px" inputMode="numeric" />}
      <TextField name="result" label="业务结果" width="124px" />
    </>
  );
}
