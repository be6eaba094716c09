/** Somebody else ended a follow-up while its questions were answered here. */
import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import { valueInWords, type FieldValue } from "@liantai/api/forms";
import { DynamicForm, type FormStore } from "@liantai/ui/dynamic";
import { copyText } from "@liantai/ui/resource";
import { useState } from "react";
import { byHand, tasks, type OpenTask } from "../queries.ts";
import { TryDialog, type Tried } from "./try-dialog.tsx";

/** Answers as they were typed, a line each. */
const inLines = (store: FormStore): string =>
  Object.entries(store.given())
    .map(([name, value]) => {
      const field = store.form.byName.get(name)!;
      return `${field.label}：${valueInWords(field, value as FieldValue)}`;
    })
    .join("\n");

interface EndedMeanwhileProps {
  readonly task: OpenTask;
  readonly store: FormStore;
  /** What was typed may go. */
  readonly onDrop: () => void;
}

/** What was answered stays, to be kept as the server allows: as a correction, after the follow-up was begun anew, or copied. */
export function EndedMeanwhile({ task, store, onDrop }: EndedMeanwhileProps) {
  const may = useMayPress("/followuplist")("followUpTask.update");
  const [correct] = byHand.field.useMutation();
  const [update] = tasks.update.useMutation();
  const [asking, setAsking] = useState(false);
  const { id, version, state, recordId, endedBy, endTime, mayCorrect } = task;
  const what = state === "done" ? "完成" : "放弃";
  const again = async (tried: Tried) => {
    await update({ body: { id, version, command: "arrange", ...tried } }).unwrap();
    notifyDone("回访", "登记");
  };
  return (
    <Stack gap="3">
      <Box role="alert" bg="bg.warning" borderRadius="md" px="3" py="2">
        <Text>
          {`${endedBy || "他人"}${endTime === null ? "" : `已于${endTime}`}${what}了这次回访，您填写的内容没有提交，仍保留在下面。`}
        </Text>
        <HStack gap="2" mt="2" wrap="wrap">
          <Button size="xs" variant="outline" onClick={() => void copyText(inLines(store))}>
            复制填写的内容
          </Button>
          {state === "gaveUp" && may && (
            <Button size="xs" variant="outline" onClick={() => setAsking(true)}>
              重新回访
            </Button>
          )}
          <Button size="xs" variant="outline" colorPalette="gray" onClick={onDrop}>
            放弃我的，显示最新
          </Button>
        </HStack>
      </Box>
      <DynamicForm
        store={store}
        label="满意度表单"
        submit={mayCorrect ? "用我填写的修改结果" : null}
        onSubmit={async (fields) => {
          await correct({ body: { id: recordId, fields } }).unwrap();
          notifyDone("回访结果", "保存");
          onDrop();
        }}
      />
      {asking && <TryDialog command="arrange" task={task} send={again} onClose={() => setAsking(false)} />}
    </Stack>
  );
}
