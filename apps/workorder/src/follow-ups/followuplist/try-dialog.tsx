/** What is asked of a try that came to nothing: when it is tried again, and why. */
import { formatTime, minuteMs } from "@liantai/api/contract";
import { followUpConfigApi, type FollowUpCommand } from "@liantai/api/contract/workorder";
import { DateField, FormDialog, SelectField, TextAreaField } from "@liantai/ui/resource";
import { useState } from "react";
import type { AnyObjectSchema } from "yup";
import { useSupervises } from "../../parts/seats.ts";
import { seatOptions, useChoices, type FollowUpTask } from "../queries.ts";
import { commandText } from "./words.tsx";

export interface Tried {
  readonly text?: string;
  readonly nextTime?: string;
  readonly agentId?: string;
}

const fields = followUpConfigApi.update.body!.pick(["text", "nextTime", "agentId"]);
const timed = fields.shape({ nextTime: followUpConfigApi.add.body!.fields.dueTime });

interface TryDialogProps {
  readonly command: Exclude<FollowUpCommand, "done">;
  readonly task: FollowUpTask;
  /** Throws what the dialog is to say; it stays open then. */
  readonly send: (tried: Tried) => Promise<void>;
  readonly onClose: () => void;
}

const given = (values: Tried): Tried =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string" && value !== ""));

export function TryDialog({ command, task, send, onClose }: TryDialogProps) {
  const supervises = useSupervises();
  const { seats } = useChoices();
  const last = command === "noAnswer" && task.tries + 1 >= task.mostTries;
  const timing = command !== "giveUp" && !last;
  const schema: AnyObjectSchema = timing ? timed : fields;
  const [next] = useState(() => (timing ? formatTime(Date.now() + task.retryMinutes * minuteMs) : ""));
  return (
    <FormDialog
      open
      title={commandText(command)}
      schema={schema}
      values={{ text: "", nextTime: next, agentId: "" }}
      submit={commandText(command)}
      onSubmit={(values: Tried) => send(given(values))}
      onClose={onClose}
    >
      {timing && (
        <DateField
          name="nextTime"
          label="下次回访时间"
          time="09:00:00"
          {...(command === "noAnswer" && { hint: `第${task.tries + 1}次未接通，共${task.mostTries}次。` })}
        />
      )}
      {command === "arrange" && supervises && (
        <SelectField name="agentId" label="回访人" options={seatOptions(seats)} none="不变" />
      )}
      <TextAreaField
        name="text"
        label="说明"
        rows={3}
        {...(last && { hint: `这是第${task.mostTries}次，登记后不再回访。` })}
      />
    </FormDialog>
  );
}
