import { Box, Button, Stack, Text } from "@chakra-ui/react";
import { claimFailure } from "@liantai/api/client";
import { AppDialog, Check } from "@liantai/ui";
import { Differences } from "@liantai/ui/board";
import { isFailure } from "@liantai/ui/resource";
import { useState } from "react";
import { compare, consequences } from "./model/compare.ts";
import type { Content } from "./model/design.ts";

interface Duplicates {
  readonly label: string;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** Of the refusal of a field that becomes distinct (protocol F33). */
function duplicatesOf(error: unknown): readonly Duplicates[] {
  const data: unknown = isFailure(error) ? error.data : undefined;
  const found = typeof data === "object" && data !== null && "duplicates" in data ? data.duplicates : undefined;
  return Array.isArray(found) ? (found as readonly Duplicates[]) : [];
}

interface PublishDialogProps {
  /** Absent: it is published for the first time. */
  readonly before: Content | undefined;
  readonly after: Content;
  readonly onPublish: (acceptDuplicates: boolean) => Promise<unknown>;
  readonly onClose: () => void;
}

/** What becomes another, and what that means for the records that are there, before it is published. */
export function PublishDialog({ before, after, onPublish, onClose }: PublishDialogProps) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const [duplicates, setDuplicates] = useState<readonly Duplicates[]>([]);
  const [accepted, setAccepted] = useState(false);
  const differences = before ? compare(before, after) : [];
  const same = before !== undefined && differences.length === 0;
  const publish = async () => {
    setBusy(true);
    try {
      await onPublish(accepted);
    } catch (error) {
      if (isFailure(error)) claimFailure(error);
      setSaid(isFailure(error) ? error.text : "发布没有成功，请重试。");
      setDuplicates(duplicatesOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AppDialog
      open
      title="发布表单"
      width="560px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            取消
          </Button>
          <Button loading={busy} disabled={same || (duplicates.length > 0 && !accepted)} onClick={() => void publish()}>
            发布
          </Button>
        </>
      }
    >
      <Stack gap="3">
        {before ? (
          <>
            <Text fontWeight="600">{same ? "与已发布的版本没有差别。" : "与已发布的版本相比："}</Text>
            {!same && <Differences list={differences} />}
            {consequences(before, after).map((line) => (
              <Text key={line} color="orange.fg">
                {line}
              </Text>
            ))}
          </>
        ) : (
          <Text>第一次发布，共{after.fields.length}个字段。发布后就可以用它填写数据，以后的修改会成为新的版本。</Text>
        )}
        {said !== undefined && (
          <Text role="alert" color="fg.error">
            {said}
          </Text>
        )}
        {duplicates.map(({ label, values }) => (
          <Box key={label}>
            <Text fontWeight="500">“{label}”重复的值</Text>
            <Text textStyle="xs">{values.map(({ value, count }) => `${value}（${count}条）`).join("、")}</Text>
          </Box>
        ))}
        {duplicates.length > 0 && (
          <label>
            <Check type="checkbox" checked={accepted} onChange={(event) => setAccepted(event.target.checked)} />{" "}
            保留已有的重复值，以后不能再重复
          </label>
        )}
      </Stack>
    </AppDialog>
  );
}
