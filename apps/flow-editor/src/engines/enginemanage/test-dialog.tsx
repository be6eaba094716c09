import { Box, Button, chakra, Stack, Text } from "@chakra-ui/react";
import { AppDialog, FailureState, LoadingState, StatusBadge } from "@liantai/ui";
import { useEffect, useState } from "react";
import { engines, type Engine } from "../parts/engines.ts";

const Audio = chakra("audio", { base: { w: "full" } });

/** The sentence that the engine said. */
function Sound({ wav, label }: { readonly wav: string; readonly label: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const bytes = Uint8Array.from(atob(wav), (c) => c.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: "audio/wav" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [wav]);
  return url ? <Audio controls autoPlay src={url} aria-label={label} /> : null;
}

/** What the engine did when it was asked, and how long it took. */
export function TestDialog({ engine, onClose }: { readonly engine: Engine; readonly onClose: () => void }) {
  const [run, { data, error, isLoading }] = engines.test.useMutation();
  const ask = () => void run({ body: { id: engine.id } });
  useEffect(() => void run({ body: { id: engine.id } }), [run, engine.id]);
  return (
    <AppDialog open title={`测试 ${engine.name}`} width="440px" onClose={onClose}>
      <Box minH="120px">
        {error ? (
          <FailureState error={error} onRetry={ask} />
        ) : !data || isLoading ? (
          <LoadingState text={engine.kind === "tts" ? "正在合成…" : "正在识别…"} />
        ) : (
          <Stack gap="3" aria-live="polite">
            <Box>
              <StatusBadge tone={data.ok ? "ready" : "held"}>{data.ok ? "正常" : "失败"}</StatusBadge> {data.ms} 毫秒
            </Box>
            {data.reason && <Text color="fg.error">{data.reason}</Text>}
            {data.text && (
              <Text>
                {engine.kind === "tts" ? "合成内容" : "识别结果"}：{data.text}
              </Text>
            )}
            {data.wav !== null && <Sound wav={data.wav} label="合成的语音" />}
            <Box>
              <Button size="xs" variant="outline" onClick={ask}>
                再测一次
              </Button>
            </Box>
          </Stack>
        )}
      </Box>
    </AppDialog>
  );
}
