import { memo, useMemo, useState } from "react";
import type { LiveSeats } from "../parts/live-seats.ts";
import { noFilter, useSeats, type SeatFilter, type SeatsQuery } from "../parts/model.ts";
import { SeatQuery } from "../parts/seat-query.tsx";
import { SeatsLive } from "../parts/seats-live.tsx";
import { useFollowing } from "../parts/use-live.ts";

const screen = "realtimemonitoring";
const none: readonly never[] = [];

interface MonitorProps {
  readonly live: LiveSeats;
  readonly query: SeatsQuery;
}

const Monitor = memo(function Monitor({ live, query }: MonitorProps) {
  const seats = query.data?.seats ?? none;
  const [chosen, setChosen] = useState<SeatFilter>();
  // Whoever follows seats looks at those first.
  const followed = seats.some((seat) => seat.followed) ? "1" : "";
  const filter = useMemo(() => chosen ?? { ...noFilter(), followed }, [chosen, followed]);
  return (
    <SeatsLive screen={screen} label="实时监控" live={live} query={query} filter={filter}>
      {query.data && <SeatQuery seats={seats} filter={filter} live={live} onQuery={setChosen} />}
    </SeatsLive>
  );
});

/** 实时监控 */
export default function RealtimeMonitoringScreen() {
  return <Monitor live={useFollowing(screen)} query={useSeats()} />;
}
