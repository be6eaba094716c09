/** 回放: the last calls of the flow, or those behind a figure; one of them run again on the canvas, step by step, and kept as a test. */
import { useEffect } from "react";
import type { SideProps } from "./side-props.ts";
import { ReplayCalls } from "./replay-calls.tsx";
import { ReplayPlayer } from "./replay-player.tsx";

export default function ReplaySide(props: SideProps) {
  const { looking, onLooking, onTaken, layers } = props;
  useEffect(() => () => onTaken(undefined), [onTaken]);
  const filter = looking?.filter ?? { days: layers.days, versionId: "" };
  if (looking?.callId !== undefined)
    return (
      <ReplayPlayer
        key={looking.callId}
        {...props}
        callId={looking.callId}
        onBack={() => {
          onTaken(undefined);
          onLooking({ filter });
        }}
      />
    );
  return <ReplayCalls {...props} filter={filter} />;
}
