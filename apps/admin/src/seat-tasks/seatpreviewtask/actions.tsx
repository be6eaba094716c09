/** What is done with the number in hand. */
import { selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import type { BodyOf } from "@liantai/api/contract";
import { previewTaskApi } from "@liantai/api/contract/admin";
import { bus } from "@liantai/bus";
import { DateField, formOf, SelectField, SwitchField, TextAreaField, type Action } from "@liantai/ui/resource";
import { string } from "yup";
import { preview, type PreviewNumber } from "../queries.ts";

const resultSchema = previewTaskApi.result.body!.pick(["result", "remark", "finish"]);
const promiseSchema = previewTaskApi.reschedule.body!.pick(["nextAt", "result", "remark"]);

const optionsOf = ({ results }: Pick<PreviewNumber, "results">) => results.map((value) => ({ value, label: value }));

type Given = Pick<BodyOf<typeof previewTaskApi.result>, "result" | "remark" | "finish">;

/** Also of a number that is not in hand any more. */
export const resultForm = (
  { state, result, remark, results }: Pick<PreviewNumber, "state" | "result" | "remark" | "results">,
  send: (typed: Given) => Promise<unknown>,
) =>
  formOf({
    title: "提交业务结果",
    schema:
      results.length > 0
        ? resultSchema.shape({ result: string().label("业务结果").required("请选择业务结果") })
        : resultSchema,
    values: { result, remark, finish: 0 },
    small: true,
    submit: "提交",
    fields: (
      <>
        {results.length > 0 && (
          <SelectField name="result" label="业务结果" options={optionsOf({ results })} none="请选择" />
        )}
        <TextAreaField name="remark" label="备注" rows={3} />
        {state === "retry" && <SwitchField name="finish" label="不再拨打" on="是" off="否" />}
      </>
    ),
    send,
  });

function useOrders({ taskId, id }: PreviewNumber) {
  const which = { taskId, id };
  const [ask] = preview.dial.useMutation();
  const [pass] = preview.skip.useMutation();
  return {
    which,
    /** The bar dials, and says there why it cannot. */
    async dial() {
      const { ref, callType } = await ask({ body: which }).unwrap();
      bus.publish("call.dial", { ref, callType, taskId });
    },
    async skip() {
      await pass({ body: which }).unwrap();
    },
  };
}

export function useNumberActions(number: PreviewNumber): {
  readonly actions: readonly Action[];
  readonly dial: () => Promise<void>;
  readonly skip: () => Promise<void>;
} {
  const { state, live, dialled, skipsLeft, results, formId } = number;
  const { which, dial, skip } = useOrders(number);
  const [release] = preview.release.useMutation();
  const [give] = preview.result.useMutation();
  const [promise] = preview.reschedule.useMutation();
  const talking = useSelector((root: RootState) => selectTelephony(root).call !== null);
  const untouched = state === "claimed";
  const actions: readonly Action[] = [
    { label: dialled ? "再次外呼" : "外呼", main: !dialled, disabled: live || talking, run: dial },
    {
      label: "提交结果",
      main: dialled,
      disabled: untouched,
      form: () => resultForm(number, (typed) => give({ body: { ...which, ...typed } }).unwrap()),
      done: ["业务结果", "提交"],
    },
    {
      label: "预约回呼",
      disabled: live,
      form: () =>
        formOf({
          title: "预约回呼",
          schema: promiseSchema,
          values: { nextAt: "", result: number.result, remark: number.remark },
          small: true,
          fields: (
            <>
              <DateField name="nextAt" label="预约时间" time="09:00:00" />
              {results.length > 0 && (
                <SelectField name="result" label="业务结果" options={optionsOf(number)} none="不填写" />
              )}
              <TextAreaField name="remark" label="备注" rows={3} />
            </>
          ),
          send: (typed) => promise({ body: { ...which, ...typed } }).unwrap(),
        }),
      done: ["预约回呼", "保存"],
    },
    {
      label: "填写表单",
      may: formId !== "",
      run: () => bus.publish("tab.open", { name: "callScreen", params: { phoneId: number.id }, cover: true }),
    },
    { label: `跳过（还可${skipsLeft}次）`, may: untouched, disabled: skipsLeft === 0, run: skip },
    { label: "放回", may: untouched, run: () => release({ body: which }).unwrap() },
  ];
  return { actions, dial, skip };
}
