import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { formatDuration } from "@liantai/ui";
import { Mic, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { Sound } from "./listen.tsx";
import { longestMs, startTake, type Take } from "./recorder.ts";

/** Records into the form's field: its value is the file. */
export function TakeField({ name }: { readonly name: string }) {
  const { field, fieldState } = useController({ name });
  const take = useRef<Take>(undefined);
  const [seconds, setSeconds] = useState<number>();
  const [fault, setFault] = useState<string>();
  const file = field.value instanceof File ? field.value : undefined;
  const recording = seconds !== undefined;
  useEffect(() => () => take.current?.cancel(), []);
  const stop = async () => {
    const current = take.current;
    take.current = undefined;
    setSeconds(undefined);
    if (!current) return;
    try {
      field.onChange(await current.stop());
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const latest = useRef(stop);
  useEffect(() => {
    latest.current = stop;
  });
  useEffect(() => {
    if (!recording) return undefined;
    const began = Date.now();
    const timer = setInterval(() => {
      setSeconds(Math.floor((Date.now() - began) / 1_000));
      if (Date.now() - began >= longestMs) void latest.current();
    }, 250);
    return () => clearInterval(timer);
  }, [recording]);
  const start = async () => {
    setFault(undefined);
    try {
      take.current = await startTake();
      setSeconds(0);
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const problem = fault ?? fieldState.error?.message;
  return (
    <Stack gap="2" role="group" aria-label="录制">
      <HStack gap="3">
        <Box>
          {recording ? (
            <Button size="sm" colorPalette="red" onClick={() => void stop()}>
              <Square aria-hidden />
              停止录制
            </Button>
          ) : (
            <Button size="sm" variant="outline" onClick={() => void start()}>
              <Mic aria-hidden />
              {file ? "重新录制" : "开始录制"}
            </Button>
          )}
        </Box>
        {recording && (
          <Text role="timer" fontVariantNumeric="tabular-nums">
            正在录制 {formatDuration(seconds)}
          </Text>
        )}
      </HStack>
      {file && !recording && <Sound blob={file} label="录制试听" />}
      {problem && (
        <Text role="alert" color="fg.error" textStyle="xs">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
