import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import {
  customerFormDataApi,
  formDataApi,
  recordHistoryApi,
  recordPresenceApi,
  recordSheetApi,
  taskFormApi,
} from "@liantai/api/contract/workorder";
import { useBus } from "@liantai/bus/react";
import { useState } from "react";

export type RecordRow = ReplyOf<typeof customerFormDataApi.list>["list"][number];
export type OpenRecord = ReplyOf<typeof formDataApi.find>;
export type Contact = ReplyOf<typeof customerFormDataApi.timeline>["list"][number];

export const records = queriesOf(customerFormDataApi);
export const oneRecord = queriesOf(formDataApi);
/** Of numbers of tasks. */
export const taskForms = queriesOf(taskFormApi);
export const history = queriesOf(recordHistoryApi);
export const presence = queriesOf(recordPresenceApi);
export const sheets = queriesOf(recordSheetApi);

/** A record as it is now: not as an earlier look left it, and a later look does not take away the form that shows it. */
export function useRecord(id: string) {
  const [since] = useState(() => Date.now());
  const { currentData, error, fulfilledTimeStamp, refetch } = oneRecord.find.useQuery(
    { body: { id } },
    { refetchOnMountOrArgChange: true },
  );
  return { data: (fulfilledTimeStamp ?? 0) >= since ? currentData : undefined, error, refetch };
}

type Asked = Parameters<typeof records.timeline.useQuery>[0];

/** A customer's contacts as they are. Who looked during a call reads how it ended. */
export function useTimeline(asked: Asked) {
  const query = records.timeline.useQuery(asked, { refetchOnMountOrArgChange: true });
  const { data, refetch } = query;
  useBus("call.recorded", ({ callId }) => {
    if (data?.list.some(({ live, contactId }) => live && contactId === callId)) void refetch();
  });
  return query;
}
