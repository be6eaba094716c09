import {
  Button,
  Flex,
  HStack,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Text,
  VisuallyHidden,
} from "@chakra-ui/react";
import { queriesOf, selectInCall, useSelector, type RootState } from "@liantai/api/client";
import { cdrApi } from "@liantai/api/contract";
import { Pause, Play } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { ErrorState, formatDuration, LoadingState } from "@liantai/ui";
import { IncompleteNote, type MissingSpan } from "./incomplete.tsx";
import { useRecording } from "./use-recording.ts";
import { Waveform } from "./waveform.tsx";

const recordings = queriesOf(cdrApi);
const rates = [0.75, 1, 1.25, 1.5, 2];

interface Playing {
  readonly callId: string;
  /** Of a meeting everybody is on one channel. */
  readonly meeting?: boolean;
  /** What goes along with it: it is moved to `at` (s) when that changes, and tells where it is while it plays. */
  readonly along?: { readonly at: number; readonly onTime: (seconds: number) => void } | undefined;
}

function Controls({ url, callId, meeting, along }: Playing & { readonly url: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [second, setSecond] = useState(0);
  const [length, setLength] = useState(0);
  const [broken, setBroken] = useState(false);
  const { data: peaks } = recordings.recordingPeaks.useQuery({ query: { callId } });
  const inCall = useSelector((state: RootState) => selectInCall(state));
  // A call on the line and a recording in the same headset do not go together.
  useEffect(() => {
    if (inCall) audio.current?.pause();
  }, [inCall]);
  const wanted = along?.at;
  useEffect(() => {
    if (!audio.current || wanted === undefined) return;
    audio.current.currentTime = Math.max(0, wanted);
    setSecond(Math.floor(Math.max(0, wanted)));
  }, [wanted]);
  const position = useCallback(() => audio.current?.currentTime ?? 0, []);
  const durationS = length || (peaks ? peaks.durationMs / 1000 : 0);
  const seek = (seconds: number) => {
    if (!audio.current) return;
    audio.current.currentTime = seconds;
    setSecond(Math.floor(seconds));
  };
  const toggle = () => {
    if (playing) audio.current?.pause();
    else audio.current?.play().catch(() => setBroken(true));
  };
  const onRate = (rate: number) => {
    if (audio.current) audio.current.playbackRate = rate;
  };
  return (
    <Flex direction="column" gap="2">
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onError={() => setBroken(true)}
        onTimeUpdate={() => {
          setSecond(Math.floor(position()));
          if (!audio.current?.paused) along?.onTime(position());
        }}
        onLoadedMetadata={() =>
          setLength(Number.isFinite(audio.current?.duration) ? (audio.current?.duration ?? 0) : 0)
        }
      />
      <Waveform
        peaks={peaks}
        durationS={durationS}
        position={position}
        playing={playing}
        onSeek={seek}
        meeting={meeting}
      />
      <HStack gap="3">
        <Button onClick={toggle} disabled={inCall && !playing} aria-pressed={playing}>
          {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
          {playing ? "暂停" : "播放"}
        </Button>
        <Text fontVariantNumeric="tabular-nums">
          <VisuallyHidden>播放进度</VisuallyHidden>
          {formatDuration(second)} / {formatDuration(durationS)}
        </Text>
        <NativeSelectRoot size="xs" w="84px">
          <NativeSelectField
            aria-label="播放速度"
            defaultValue={1}
            onChange={(event) => onRate(Number(event.target.value))}
          >
            {rates.map((rate) => (
              <option key={rate} value={rate}>
                {rate} 倍速
              </option>
            ))}
          </NativeSelectField>
          <NativeSelectIndicator />
        </NativeSelectRoot>
        {inCall && <Text color="fg.warning">通话中，录音已暂停播放</Text>}
        {broken && (
          <Text role="alert" color="fg.error">
            录音无法播放，文件可能已损坏
          </Text>
        )}
      </HStack>
    </Flex>
  );
}

/** Plays a call's recording: left channel the customer, right the agent. */
export function AudioPlayer({
  callId,
  meeting = false,
  along,
  missing = [],
}: Playing & { readonly missing?: readonly MissingSpan[] }) {
  const [recording, retry] = useRecording(callId);
  switch (recording.state) {
    case "loading":
      return <LoadingState text="正在加载录音…" />;
    case "failed":
      return <ErrorState title="录音没有加载成功" hint={recording.text} onRetry={retry} />;
    case "ready":
      return (
        <Flex direction="column" gap="2">
          <IncompleteNote missing={missing} />
          <Controls url={recording.url} {...{ callId, meeting, along }} />
        </Flex>
      );
  }
}
