/** A follow-up that somebody arranges: when, by whom, how often. */
import { Button } from "@chakra-ui/react";
import { selectUser, useMayPress, useSelector, type RootState } from "@liantai/api/client";
import { followUpConfigApi, followUpLimits } from "@liantai/api/contract/workorder";
import {
  DateField,
  formOf,
  NumberField,
  SelectField,
  TextAreaField,
  useActions,
  type Action,
} from "@liantai/ui/resource";
import { useSupervises } from "../../parts/seats.ts";
import { seatOptions, tasks, useChoices } from "../queries.ts";

export const arrangingValues = { dueTime: "", agentId: "", tries: 3, retryMinutes: 60, remark: "" };
export const arrangingNames = ["dueTime", "agentId", "tries", "retryMinutes", "remark"] as const;
export const arranged = ["回访", "新增", { note: "到时间会提醒回访人" }] as const;

export function ArrangingFields() {
  const supervises = useSupervises();
  const { seats } = useChoices();
  const own = useSelector((state: RootState) => selectUser(state)?.agentId ?? null);
  return (
    <>
      <DateField name="dueTime" label="回访时间" time="09:00:00" />
      {supervises && (
        <SelectField
          name="agentId"
          label="回访人"
          options={seatOptions(seats)}
          {...(own !== null && { none: "自己" })}
          hint="到时间提醒该坐席。"
        />
      )}
      <NumberField name="tries" label="回访次数" unit="次" max={followUpLimits.tries} />
      <NumberField name="retryMinutes" label="重试间隔" unit="分钟" max={followUpLimits.minutes} />
      <TextAreaField name="remark" label="备注" rows={3} />
    </>
  );
}

const schema = followUpConfigApi.add.body!.pick([...arrangingNames]);

/** 回访 of a customer or an order's values. */
export function ArrangeButton({ recordId, size = "xs" }: { readonly recordId: string; readonly size?: "xs" | "2xs" }) {
  const may = useMayPress("/followuplist")("followUpTask.add");
  const [add] = tasks.add.useMutation();
  const action: Action = {
    label: "安排回访",
    form: () =>
      formOf({
        title: "安排回访",
        schema,
        values: arrangingValues,
        fields: <ArrangingFields />,
        send: (body) => add({ body: { ...body, recordId } }).unwrap(),
      }),
    done: [...arranged],
  };
  const bar = useActions([action]);
  if (!may) return null;
  return (
    <>
      <Button size={size} variant="outline" onClick={() => void bar.press(action.label)}>
        {action.label}
      </Button>
      {bar.opened}
    </>
  );
}
