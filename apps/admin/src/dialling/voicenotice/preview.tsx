/** A notice as a customer would hear it, with sample values in place of its columns. */
import { FieldLabel, FieldRoot, Grid, Input, Stack, Text } from "@chakra-ui/react";
import { requestHost, send } from "@liantai/api/client";
import { contactVariable, noticeText, noticeVariables, voiceNoticeApi } from "@liantai/api/contract/admin";
import { AppDialog } from "@liantai/ui";
import { useState } from "react";
import { Spoken } from "../../voices/voicemanage/listen.tsx";
import type { Notice } from "./notice.ts";

const samples: Readonly<Record<string, string>> = {
  [contactVariable]: "王女士",
  金额: "128元",
  日期: "12月1日",
  地址: "人民路8号",
  订单号: "20261201",
};

interface PreviewProps {
  readonly text: string;
  readonly goodbye: string;
  readonly tts: string;
}

export function PreviewBox({ text, goodbye, tts }: PreviewProps) {
  const whole = goodbye.trim() === "" ? text : `${text}\n${goodbye}`;
  const names = noticeVariables(whole);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const values = Object.fromEntries(names.map((name) => [name, typed[name] ?? samples[name] ?? name]));
  const said = noticeText(whole, values).trim();
  return (
    <Stack gap="2" role="group" aria-label="试听">
      {names.length > 0 && (
        <Grid templateColumns="1fr 1fr" gap="2">
          {names.map((name) => (
            <FieldRoot key={name}>
              <FieldLabel textStyle="xs">示例：{name}</FieldLabel>
              <Input
                size="xs"
                maxLength={290}
                value={values[name]}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              />
            </FieldRoot>
          ))}
        </Grid>
      )}
      {said !== "" && (
        <Text textStyle="xs" color="fg.muted" whiteSpace="pre-wrap">
          {said}
        </Text>
      )}
      <Spoken
        of={JSON.stringify([said, tts])}
        disabled={said === ""}
        label="通知试听"
        ask={() => send<Blob>(requestHost(), { endpoint: voiceNoticeApi.preview, query: { text: said, tts } })}
      />
    </Stack>
  );
}

export const HeardDialog = ({ notice, onClose }: { readonly notice: Notice; readonly onClose: () => void }) => (
  <AppDialog open title={`试听 ${notice.name}`} width="480px" onClose={onClose}>
    <PreviewBox text={notice.text} goodbye={notice.goodbye} tts={notice.tts} />
  </AppDialog>
);
