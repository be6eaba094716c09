/** Tasks of the own seat and its preview numbers, asked once for both screens. */
import { queriesOf, selectUser, useSelector } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { previewTaskApi, taskSeatApi, type SeatTaskType } from "@liantai/api/contract/admin";

export const seatTasks = queriesOf(taskSeatApi);
export const preview = queriesOf(previewTaskApi);

export type SeatTask = ReplyOf<typeof taskSeatApi.joinable>[number];
export type PreviewRow = ReplyOf<typeof previewTaskApi.list>["list"][number];
export type PreviewNumber = NonNullable<ReplyOf<typeof previewTaskApi.current>["number"]>;

/** Who asks, as the endpoints of seats' tasks want it said. */
export function useOwnSeat(): { readonly agentId: string; readonly compid: string } {
  const user = useSelector(selectUser);
  return { agentId: user?.agentId ?? "", compid: user?.compId ?? "" };
}

/** Tasks of a type that the seat is allotted to. */
export function useSeatTasks(ftype: SeatTaskType) {
  const seat = useOwnSeat();
  return seatTasks.joinable.useQuery(
    { body: { ...seat, ftype } },
    { skip: seat.agentId === "", refetchOnMountOrArgChange: true },
  );
}
