import { queriesOf, selectUser, useSelector, type RootState } from "@liantai/api/client";
import { isAdministrator, type ReplyOf } from "@liantai/api/contract";
import { noticeApi, plansApi, subscribesApi } from "@liantai/api/contract/workorder";
import { optionsFrom } from "@liantai/ui";
import { seatOption, useSupervises } from "../../parts/seats.ts";

export type Reservation = ReplyOf<typeof subscribesApi.list>["list"][number];
export type Plan = ReplyOf<typeof plansApi.list>["list"][number];
export type Announcement = ReplyOf<typeof noticeApi.list>["list"][number];

export const subscribes = queriesOf(subscribesApi);
export const plans = queriesOf(plansApi);
export const notices = queriesOf(noticeApi);

/** Seats for whom the person may write; an agent has his own alone, and is not asked. */
export function useSeatOptions() {
  const supervises = useSupervises();
  const { data } = subscribes.seats.useQuery({ body: {} }, { skip: !supervises });
  return { supervises, options: optionsFrom(data, ({ agentId, name }) => seatOption(agentId, name)) };
}

export const useIsAdministrator = (): boolean =>
  useSelector((state: RootState) => isAdministrator(selectUser(state)) || selectUser(state)?.roleType === 0);
