/** What 实时监控 and 组长监控 share: the seats, what they do now, which of them are looked for, and what may be done to them. */
import { accountOf, dayOf, formatTime, isAdministrator, isMonitor, seatStatus } from "@liantai/api/contract";
import { queriesOf, selectSession, selectUser, useSelector } from "@liantai/api/client";
import { agentApi, monitorApi, offlineSeat, type LiveAgent } from "@liantai/api/contract/admin";
import { useBus } from "@liantai/bus/react";
import { usePolling, useWhenActive } from "@liantai/ui";
import { useDeferredValue, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { askToSupervise } from "../../parts/hearing.tsx";
import { useMayDo } from "../../parts/reveal.tsx";
import { watchedTone } from "./alarms.ts";
import { useOpenCalls } from "../../home/parts/calls-behind.ts";
import type { Follow, OpenCalls, Seat } from "./columns.tsx";
import type { Command, Commands } from "./commands.ts";
import type { LiveSeats } from "./live-seats.ts";

const monitor = queriesOf(monitorApi);
const agents = queriesOf({ putAgentMonitor: agentApi.putAgentMonitor });

export interface SeatFilter {
  readonly groupId: string;
  readonly skillGroup: string;
  readonly state: string;
  readonly word: string;
  readonly followed: string;
}

/** Before the name of a custom status, where one is looked for. */
export const customState = "custom:";

/** Names of the custom statuses that somebody is in now, and of the one that is looked for. */
export function useCustomStates(states: ReadonlyMap<string, LiveAgent>, { state }: SeatFilter): readonly string[] {
  const names = new Set(
    [...states.values()].flatMap(({ code, statusName }) =>
      code === seatStatus.busy && statusName ? [statusName] : [],
    ),
  );
  if (state.startsWith(customState)) names.add(state.slice(customState.length));
  const joined = [...names].sort((a, b) => a.localeCompare(b, "zh-CN")).join("\n");
  return useMemo(() => (joined === "" ? [] : joined.split("\n")), [joined]);
}

export const noFilter = (): SeatFilter => ({ groupId: "", skillGroup: "", state: "", word: "", followed: "" });

/**
 * Who the seats are, with their figures of today, read again every ten seconds. That it is being read is nobody's concern once they are
 * known, and what was read is drawn in slices: a press comes in between.
 */
export function useSeats() {
  const { refetch, ...query } = monitor.seats.useQuery(
    {},
    {
      refetchOnMountOrArgChange: true,
      selectFromResult: ({ data, error, isFetching }) => ({ data, error, isFetching: isFetching && !data }),
    },
  );
  const ask = () => void refetch();
  const refresh = useWhenActive(ask);
  usePolling(ask);
  useBus("link.refetch", refresh);
  const data = useDeferredValue(query.data);
  const { error, isFetching } = query;
  return useMemo(() => ({ data, error, isFetching, refetch }), [data, error, isFetching, refetch]);
}

export type SeatsQuery = ReturnType<typeof useSeats>;

const nobody: ReadonlyMap<string, LiveAgent> = new Map();
const getNobody = () => nobody;
const watchNobody = () => () => undefined;

/** All states, once a second at most; where they are not wanted, none. */
export const useStates = (live: LiveSeats, wanted = true): ReadonlyMap<string, LiveAgent> =>
  useSyncExternalStore(wanted ? live.watchAll : watchNobody, wanted ? live.all : getNobody);

export const stateOf = (states: ReadonlyMap<string, LiveAgent>, agentId: string): LiveAgent =>
  states.get(agentId) ?? offlineSeat(agentId);

function matches(seat: Seat, agent: LiveAgent, { groupId, skillGroup, state, word, followed }: SeatFilter): boolean {
  if (groupId !== "" && seat.groupId !== groupId) return false;
  if (skillGroup !== "" && !seat.skillGroups.includes(skillGroup)) return false;
  if (followed !== "" && !seat.followed) return false;
  if (word !== "" && !seat.agentId.includes(word) && !seat.name.includes(word) && !seat.extension.includes(word))
    return false;
  if (state === "") return true;
  if (state.startsWith(customState)) return agent.code === seatStatus.busy && customState + agent.statusName === state;
  return state === "signedIn" ? agent.code !== 0 : watchedTone(agent.code) === state;
}

/** The same array as long as the same seats match, so that the list is not drawn anew for states it does not sort by. */
export function useMatching(
  seats: readonly Seat[] | undefined,
  live: LiveSeats,
  filter: SeatFilter,
): readonly Seat[] | undefined {
  const states = useStates(live, filter.state !== "");
  const ids = useMemo(
    () =>
      seats
        ?.filter((seat) => matches(seat, stateOf(states, seat.agentId), filter))
        .map((s) => s.agentId)
        .join(),
    [seats, states, filter],
  );
  return useMemo(() => {
    const chosen = new Set(ids?.split(","));
    return seats?.filter((seat) => chosen.has(seat.agentId));
  }, [seats, ids]);
}

/** Follows a seat, or no longer; undefined for whoever may not, or has no account of the enterprise to keep it by. */
export function useFollow(refetch: () => unknown): Follow | undefined {
  const { enterEnterprise } = useSelector(selectSession);
  const may = useMayDo("monitor") && !enterEnterprise;
  const [put] = agents.putAgentMonitor.useMutation();
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });
  return useMemo(
    () =>
      may
        ? (seat) =>
            void put({ body: { agentId: seat.agentId, type: seat.followed ? 0 : 1 } }).then(() => latest.current())
        : undefined,
    [may, put],
  );
}

/** Of the day that it is when it is pressed; undefined: 通话记录 is not granted. */
export function useOpenCallsOfToday(): OpenCalls | undefined {
  const open = useOpenCalls();
  return useMemo(
    () =>
      open &&
      (({ agentId }, calls) => {
        const { from, to } = dayOf(Date.now());
        open({ ...calls, agentId }, { from: formatTime(from), to: formatTime(to.getTime() - 1) });
      }),
    [open],
  );
}

/** Undefined for whoever may not supervise. `ask`: what must be asked before. */
export function useCommands(
  ask: (pending: { command: Command; agentId: string; name: string }) => void,
): Commands | undefined {
  const user = useSelector(selectUser);
  const may = useMayDo("monitor");
  const own = !may
    ? undefined
    : isAdministrator(user)
      ? `@${accountOf(user?.userName ?? "")}`
      : isMonitor(user)
        ? user?.agentId
        : undefined;
  return useMemo(
    () =>
      typeof own === "string"
        ? {
            own,
            run: (command, agentId, name) =>
              command.asks || command.danger
                ? ask({ command, agentId, name })
                : askToSupervise({ command: command.name, agentId }),
          }
        : undefined,
    [own, ask],
  );
}
