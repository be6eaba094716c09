/** 录音 of a seat's row (协助录音): begins, stops or marks the recording of its talk; what is recorded by itself is marked alone. */
import { Text } from "@chakra-ui/react";
import type { LiveAgent, LiveCall } from "@liantai/api/contract/admin";
import { FormDialog, RadioField, TextField } from "@liantai/ui/resource";
import { object, string } from "yup";
import { supervised } from "../../parts/hearing.tsx";
import type { Asked } from "./commands.ts";

type Recording = NonNullable<LiveCall["recording"]>;
type Action = "start" | "stop" | "mark";

const labels: Readonly<Record<Action, string>> = { start: "开始录音", stop: "停止录音", mark: "标记录音" };
const states: Readonly<Record<Recording["state"], string>> = { on: "录音中", paused: "录音已暂停", off: "未录音" };

/** What may be done to it (docs/protocol.md, K23). */
export function recordActionsOf({ state, auto }: Recording): readonly Action[] {
  if (state === "on") return auto ? ["mark"] : ["mark", "stop"];
  return auto ? [] : ["start"];
}

const schema = object({
  action: string().label("操作").oneOf(["start", "stop", "mark"]).required("请选择操作"),
  text: string().label("标记说明").trim().max(50).default(""),
});

interface RecordingDialogProps extends Asked {
  readonly agent: LiveAgent | undefined;
}

export function RecordingDialog({ agentId, name, agent, onClose }: RecordingDialogProps) {
  const recording = agent?.call?.recording;
  const actions = recording ? recordActionsOf(recording) : [];
  return (
    <FormDialog
      open
      title={`坐席${name}的录音`}
      schema={schema}
      values={{ action: actions[0] ?? "", text: "" }}
      submit="确定"
      onSubmit={({ action, text }) =>
        supervised({
          command: "assistRecord",
          agentId,
          action: action as Action,
          ...(action === "mark" && text ? { text } : {}),
        })
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text color="fg.muted">
            {recording ? `${states[recording.state]}${recording.auto ? "（自动录音）" : ""}` : "该坐席当前不在通话中"}
          </Text>
          <RadioField name="action" label="操作" options={actions.map((value) => ({ value, label: labels[value] }))} />
          {form.watch("action") === "mark" && (
            <TextField name="text" label="标记说明" placeholder="可不填，最多50个字" />
          )}
        </>
      )}
    </FormDialog>
  );
}
