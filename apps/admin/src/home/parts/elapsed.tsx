/** A time that goes on. */
import { useEffect, useState } from "react";
import { formatDuration, useActive } from "@liantai/ui";

/** Epoch ms, once a second while the tab is on show. */
function useSecond(): number {
  const active = useActive();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [active]);
  return now;
}

/** Time since `since` (epoch ms of the server's clock, which is `offset` ms ahead of the browser's). */
export function Elapsed({ since, offset }: { readonly since: number; readonly offset: number }) {
  const now = useSecond();
  return <>{formatDuration((now + offset - since) / 1000)}</>;
}
