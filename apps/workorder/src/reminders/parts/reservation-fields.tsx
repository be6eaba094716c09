/** What is typed of a reservation beside whom it is for: when, about what, for which seat. */
import { selectUser, useSelector, type RootState } from "@liantai/api/client";
import { longestFloat } from "@liantai/api/contract/workorder";
import { DateField, NumberField, SelectField, TextAreaField, TextField } from "@liantai/ui/resource";
import { useSeatOptions } from "./queries.ts";

/** `made`: it has its seat already. */
export function ReservationFields({ made = false }: { readonly made?: boolean }) {
  const { supervises, options } = useSeatOptions();
  const own = useSelector((state: RootState) => selectUser(state)?.agentId ?? null);
  return (
    <>
      <DateField name="subTime" label="预约时间" time="09:00:00" />
      <TextField name="des" label="预约事项" />
      {supervises && (
        <SelectField
          name="agentId"
          label="坐席"
          options={options}
          none={made || own === null ? false : "自己"}
          hint="到预约时间提醒该坐席。"
        />
      )}
      <NumberField
        name="floatDuration"
        label="提醒显示时长"
        unit="秒"
        max={longestFloat}
        hint="0 表示一直显示，直到关闭。"
      />
      <TextAreaField name="remarks" label="备注" rows={3} />
    </>
  );
}
