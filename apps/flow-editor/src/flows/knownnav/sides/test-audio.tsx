import { Box, Button, HStack, Text } from "@chakra-ui/react";
import { claimFailure } from "@liantai/api/client";
import { voiceExtensions } from "@liantai/api/contract/parts";
import type { TestAudio } from "@liantai/api/flows";
import { chooserOf, fileRefusal, isFailure } from "@liantai/ui/resource";
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { Listen } from "../panel/wordings/listen.tsx";
import { tests } from "../queries.ts";

interface TestAudioFieldProps {
  readonly flowId: string;
  readonly label: string;
  readonly audio: TestAudio | undefined;
  readonly onChange: (audio: TestAudio) => void;
}

/** 音频文件 of a step: uploaded when it is chosen, kept when the test is saved. */
export function TestAudioField({ flowId, label, audio, onChange }: TestAudioFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [send, { isLoading }] = tests.audioAdd.useMutation();
  const [refused, setRefused] = useState<string>();
  const choose = async (file: File | undefined) => {
    if (input.current) input.current.value = "";
    if (!file) return;
    const wrong = fileRefusal(file, { extensions: voiceExtensions });
    setRefused(wrong);
    if (wrong !== undefined) return;
    try {
      const body = { flowId, files: file };
      const { id, name } = await send({ body }).unwrap();
      onChange({ id, name });
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setRefused(error.fields?.[0]?.message ?? error.text);
    }
  };
  return (
    <HStack gap="1.5" wrap="wrap">
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`${label}的文件`}
        accept={chooserOf(voiceExtensions)}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <Button size="2xs" variant="outline" loading={isLoading} onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        {audio ? "更换文件" : "选择文件"}
      </Button>
      <Text textStyle="xs" truncate maxW="200px" color={audio ? "fg" : "fg.muted"} title={audio?.name}>
        {audio?.name ?? "未选择文件"}
      </Text>
      {audio && (
        <Box flex="1" minW="64px">
          <Listen label={label} of={{ flowId, audioId: audio.id }} />
        </Box>
      )}
      {refused !== undefined && (
        <Text role="alert" textStyle="xs" color="fg.error">
          {refused}
        </Text>
      )}
      <Text textStyle="xs" color="fg.muted" flexBasis="full">
        用真实语音运行时播放文件，由识别引擎识别；其他运行和发布前的运行按“说的话”理解。
      </Text>
    </HStack>
  );
}
