import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { formatDuration } from "@liantai/ui";

/** Seconds that an arrow key moves; with Page Up and Page Down six times as far. */
const step = 5;

/** The outline of one channel's peaks (0..1) in a box of N by 100, mirrored about its middle. */
export function outline(peaks: readonly number[], scale: number): string {
  const height = (peak: number) => Math.max(0.6, Math.min(1, peak * scale) * 48);
  const top = peaks.map((peak, i) => `${i} ${(50 - height(peak)).toFixed(1)}`);
  const bottom = peaks.map((peak, i) => `${i} ${(50 + height(peak)).toFixed(1)}`).reverse();
  return peaks.length === 0 ? "" : `M${top.join("L")}L${bottom.join("L")}Z`;
}

const Lane = chakra("svg", {
  base: { display: "block", w: "full", h: "44px", color: "colorPalette.solid", fill: "currentColor" },
});

interface WaveformProps {
  /** 400 peaks a channel, 0..1; undefined while they load or when there are none: the line of time stays usable. */
  readonly peaks: { readonly left: readonly number[]; readonly right: readonly number[] } | undefined;
  readonly durationS: number;
  /** Read on every frame while playing. */
  readonly position: () => number;
  readonly playing: boolean;
  readonly onSeek: (seconds: number) => void;
  /** A meeting: everybody is on the right channel. */
  readonly meeting?: boolean | undefined;
}

/**
 * Two labelled channels over one line of time. Plain SVG: two paths take the theme's colours and any width by
 * themselves, where a library would decode the whole recording a second time and style a shadow root past our CSP.
 */
export function Waveform({ peaks, durationS, position, playing, onSeek, meeting }: WaveformProps) {
  const slider = useRef<HTMLDivElement>(null);
  const played = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      const now = position();
      if (played.current) played.current.style.width = `${durationS > 0 ? Math.min(100, (now / durationS) * 100) : 0}%`;
      slider.current?.setAttribute("aria-valuenow", now.toFixed(1));
      slider.current?.setAttribute("aria-valuetext", `${formatDuration(now)}，共${formatDuration(durationS)}`);
      if (playing) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  });
  const seekTo = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) onSeek(Math.min(1, Math.max(0, (event.clientX - left) / width)) * durationS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: position() + step,
      ArrowLeft: position() - step,
      PageUp: position() + 6 * step,
      PageDown: position() - 6 * step,
      Home: 0,
      End: durationS,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onSeek(Math.min(durationS, Math.max(0, to)));
  };
  const scale = 1 / Math.max(0.05, ...(peaks?.left ?? []), ...(peaks?.right ?? []));
  const lane = (label: string, values: readonly number[], palette: string) => (
    <Lane
      viewBox={`0 0 ${Math.max(1, values.length - 1)} 100`}
      preserveAspectRatio="none"
      colorPalette={palette}
      role="img"
      aria-label={`${label}声道波形`}
    >
      <path d={outline(values, scale)} />
    </Lane>
  );
  const right = meeting ? "会议" : "坐席";
  return (
    <Flex gap="2">
      <Flex direction="column" justify="space-around" w="32px" flex="none" textStyle="xs" color="fg.muted">
        {!meeting && <Text>客户</Text>}
        <Text>{right}</Text>
      </Flex>
      <Box
        ref={slider}
        role="slider"
        aria-label="播放位置"
        aria-valuemin={0}
        aria-valuemax={durationS}
        aria-valuenow={0}
        tabIndex={0}
        flex="1"
        minW="0"
        position="relative"
        cursor="pointer"
        bg="bg.subtle"
        borderWidth="1px"
        borderRadius="sm"
        focusVisibleRing="outside"
        touchAction="none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          seekTo(event);
        }}
        onPointerMove={(event) => event.buttons === 1 && seekTo(event)}
        onKeyDown={onKeyDown}
      >
        {!meeting && lane("客户", peaks?.left ?? [], "blue")}
        <Box borderTopWidth="1px" />
        {lane(right, peaks?.right ?? [], "purple")}
        <Box
          ref={played}
          position="absolute"
          insetBlock="0"
          left="0"
          bg="accent.solid/15"
          borderEndWidth="2px"
          borderColor="accent.solid"
          pointerEvents="none"
        />
      </Box>
    </Flex>
  );
}
