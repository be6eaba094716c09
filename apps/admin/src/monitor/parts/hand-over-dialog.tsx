/** 转给 of a seat's row: its talk goes to another seat that can take it now (docs/protocol.md, K59). */
import { Text } from "@chakra-ui/react";
import { handOverStates as order, seatStatusText } from "@liantai/api/contract";
import type { LiveAgent } from "@liantai/api/contract/admin";
import { FormDialog, RadioField, TextField } from "@liantai/ui/resource";
import { object, string } from "yup";
import { supervised } from "../../parts/hearing.tsx";
import type { Seat } from "./columns.tsx";
import type { Asked } from "./commands.ts";
import type { LiveSeats } from "./live-seats.ts";
import { stateOf, useStates } from "./model.ts";

const schema = object({
  word: string().label("查找").default(""),
  target: string().label("坐席").required("请选择接听的坐席"),
});

/** In sight at once: whoever looks for another one names him. */
const most = 12;

const takes = ({ code, registered }: LiveAgent): boolean => registered && order.includes(code);

interface HandOverDialogProps extends Asked {
  readonly seats: readonly Seat[];
  readonly live: LiveSeats;
}

export function HandOverDialog({ agentId, name, seats, live, onClose }: HandOverDialogProps) {
  const states = useStates(live);
  const open = seats
    .map((seat) => ({ seat, agent: stateOf(states, seat.agentId) }))
    .filter(({ seat, agent }) => seat.agentId !== agentId && takes(agent))
    .sort((a, b) => order.indexOf(a.agent.code) - order.indexOf(b.agent.code));
  return (
    <FormDialog
      open
      title={`把坐席${name}的通话转给`}
      schema={schema}
      values={{ word: "", target: "" }}
      submit="转给"
      onSubmit={({ target }) => supervised({ command: "switch", agentId, target })}
      onClose={onClose}
    >
      {(form) => {
        const word = String(form.watch("word")).trim();
        const chosen: unknown = form.watch("target");
        const found = open.filter(
          ({ seat }) => seat.agentId === chosen || seat.agentId.includes(word) || seat.name.includes(word),
        );
        const shown = found.slice(0, most);
        return (
          <>
            <TextField name="word" label="查找" placeholder="姓名或工号" />
            {shown.length === 0 ? (
              <Text color="fg.muted">{open.length === 0 ? "现在没有能接听的坐席" : "没有符合的坐席"}</Text>
            ) : (
              <RadioField
                name="target"
                label="坐席"
                options={shown.map(({ seat, agent }) => ({
                  value: seat.agentId,
                  label: `${seat.name}（${seat.agentId}）${seatStatusText(agent.code, agent.statusName)}`,
                }))}
              />
            )}
            {found.length > most && (
              <Text color="fg.muted" textStyle="xs">
                还有{found.length - most}个坐席，请输入姓名或工号查找
              </Text>
            )}
          </>
        );
      }}
    </FormDialog>
  );
}
