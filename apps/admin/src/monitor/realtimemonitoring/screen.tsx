import { memo, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
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

/** What was asked, as the tab's address tells it; undefined: nothing was. */
function fromAddress(address: URLSearchParams): SeatFilter | undefined {
  if (!address.has("followed")) return undefined;
  const told = (name: keyof SeatFilter) => address.get(name) ?? "";
  return {
    groupId: told("groupId"),
    skillGroup: told("skillGroup"),
    state: told("state"),
    word: told("word"),
    followed: told("followed"),
  };
}

function useFilter({ data }: SeatsQuery): readonly [SeatFilter, (filter: SeatFilter) => void] {
  const [address, setAddress] = useSearchParams();
  const [chosen, setChosen] = useState(() => fromAddress(address));
  // Whoever follows seats looks at those first. Decided once: a star that is put or taken later moves no list.
  if (!chosen && data) setChosen({ ...noFilter(), followed: data.seats.some((seat) => seat.followed) ? "1" : "" });
  const filter = useMemo(() => chosen ?? noFilter(), [chosen]);
  const ask = (next: SeatFilter) => {
    setChosen(next);
    // `followed` always: whoever asked for all seats sees them all again after a reload.
    const asked = Object.entries(next).filter(([name, value]) => name === "followed" || value !== "");
    setAddress(Object.fromEntries(asked), { replace: true });
  };
  return [filter, ask];
}

const Monitor = memo(function Monitor({ live, query }: MonitorProps) {
  const seats = query.data?.seats ?? none;
  const [filter, ask] = useFilter(query);
  return (
    <SeatsLive screen={screen} label="实时监控" live={live} query={query} filter={filter}>
      {query.data && <SeatQuery seats={seats} filter={filter} live={live} onQuery={ask} />}
    </SeatsLive>
  );
});

/** 实时监控 */
export default function RealtimeMonitoringScreen() {
  return <Monitor live={useFollowing(screen)} query={useSeats()} />;
}
