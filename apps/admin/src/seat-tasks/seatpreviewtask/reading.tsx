/** How long the seat may still read, and what happens then. */
import { Text } from "@chakra-ui/react";
import { readingOvers } from "@liantai/api/contract/admin";
import { formatDuration } from "@liantai/ui";
import { useEffect, useRef, useState } from "react";
import type { PreviewNumber } from "../queries.ts";

const tickMs = 500;

/** ms from now on; counted by this page's own clock from the moment it was told. */
function useLeft(left: number | null): number | null {
  const [now, setNow] = useState(() => performance.now());
  const [began, setBegan] = useState({ left, at: now });
  if (began.left !== left) setBegan({ left, at: performance.now() });
  useEffect(() => {
    if (left === null) return;
    const timer = setInterval(() => setNow(performance.now()), tickMs);
    return () => clearInterval(timer);
  }, [left]);
  return left === null ? null : Math.max(0, left - Math.max(0, now - began.at));
}

export function Reading({
  number,
  dial,
  skip,
}: {
  readonly number: PreviewNumber;
  readonly dial: () => Promise<void>;
  readonly skip: () => Promise<void>;
}) {
  const { readLeftMs, readingOver, skipsLeft } = number;
  const left = useLeft(readLeftMs);
  const done = useRef(false);
  const over = left === 0;
  useEffect(() => {
    if (!over || done.current) return;
    done.current = true;
    if (readingOver === "dial") void dial().catch(() => undefined);
    if (readingOver === "skip" && skipsLeft > 0) void skip().catch(() => undefined);
  }, [over, readingOver, skipsLeft, dial, skip]);
  if (left === null) return null;
  return (
    <Text role="timer" aria-label="阅读时间" color={over ? "fg.error" : "fg.muted"} fontVariantNumeric="tabular-nums">
      {over
        ? "阅读时间已到"
        : `阅读时间还剩${formatDuration(Math.ceil(left / 1_000))}，到时${readingOvers[readingOver]}`}
    </Text>
  );
}
