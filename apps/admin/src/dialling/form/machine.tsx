/** 应答检测, and what becomes of a machine. */
import { machineActions } from "@liantai/api/contract/admin";
import { SelectField, SwitchField, TextAreaField } from "@liantai/ui/resource";
import { useWatch } from "react-hook-form";
import { choicesOf } from "../parts/words.ts";
import { Wide } from "./part.tsx";

/** Answering machines. */
export function MachineFields({ agents }: { readonly agents: boolean }) {
  const [amd, action] = useWatch({ name: ["amd", "machineAction"] }) as [unknown, string];
  const on = Number(amd) === 1;
  const actions = choicesOf(machineActions).filter(({ value }) => agents || value !== "agent");
  return (
    <>
      <SwitchField name="amd" label="应答检测" hint="识别答录机、传真和无声；识别不出的按真人处理" />
      {on ? <SelectField name="machineAction" label="答录机处理" options={actions} none={false} /> : <span />}
      {on && action === "voice" && (
        <Wide>
          <TextAreaField name="machineText" label="答录机留言" rows={2} hint="在提示音之后播放，最多 200 字" />
        </Wide>
      )}
    </>
  );
}
