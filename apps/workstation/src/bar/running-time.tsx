import { Text, type TextProps } from "@chakra-ui/react";
import type { BarTimer } from "./bar-view.ts";
import { useTimerText } from "./model.ts";

interface RunningTimeProps extends TextProps {
  readonly timer: BarTimer;
  readonly offset: number;
}

/** A time that goes on: it alone is drawn anew every second, and not what it stands in. */
export function RunningTime({ timer, offset, ...rest }: RunningTimeProps) {
  const text = useTimerText(timer, offset);
  if (text === "") return null;
  return (
    <Text fontVariantNumeric="tabular-nums" aria-live="off" {...rest}>
      {text}
    </Text>
  );
}
