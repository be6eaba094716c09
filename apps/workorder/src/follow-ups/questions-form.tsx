/** Questions of a follow-up, and what else was said. */
import { Stack } from "@chakra-ui/react";
import type { FormValues, GivenValues } from "@liantai/api/forms";
import { PanelText } from "@liantai/ui/board";
import { DynamicForm, serverSources, useDynamicForm } from "@liantai/ui/dynamic";
import { LeaveButton, useUnsaved } from "@liantai/ui/resource";
import { useState } from "react";
import { useQuestions } from "./queries.ts";

interface QuestionsFormProps {
  readonly asked: Parameters<typeof useQuestions>[0];
  /** What was answered before. */
  readonly stored?: FormValues;
  readonly label: string;
  readonly textLabel: string;
  readonly submit?: string;
  /** text: trimmed; '' where nothing else was said. */
  readonly onSend: (answers: GivenValues, text: string) => Promise<unknown>;
  /** It was sent. */
  readonly onClose: () => void;
}

/** Stands in a guard: 取消 leaves that. */
export function QuestionsForm({ asked, stored, label, textLabel, submit, onSend, onClose }: QuestionsFormProps) {
  const form = useQuestions(asked);
  const [sources] = useState(() => serverSources());
  const store = useDynamicForm({ form, sources, ...(stored && { stored }) });
  const [text, setText] = useState("");
  useUnsaved(text.trim() !== "");
  return (
    <Stack gap="3">
      <PanelText label={textLabel} value={text} max={500} area onChange={setText} />
      <DynamicForm
        store={store}
        label={label}
        {...(submit !== undefined && { submit })}
        onSubmit={async (answers) => {
          await onSend(answers, text.trim());
          onClose();
        }}
        footer={<LeaveButton />}
      />
    </Stack>
  );
}
