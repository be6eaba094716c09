/** What 通话记录 asks for. */
import { cdrApi, type BodyOf } from "@liantai/api/contract";

import { today, withDateRange } from "@liantai/ui/resource";

export type Filters = Omit<BodyOf<typeof cdrApi.callRecords>, "pageNo" | "pageSize" | "sortBy" | "sortOrder">;

export const filterSchema = withDateRange(
  cdrApi.callRecords.body!.omit(["pageNo", "pageSize", "sortBy", "sortOrder"]),
  "startTime",
  "endTime",
);

/** The whole of today, everything. */
export function defaultFilters(now = Date.now()): Filters {
  const { from, to } = today(now);
  return {
    startTime: from,
    endTime: to,
    direction: "",
    caller: "",
    callee: "",
    agentId: "",
    skillGroupId: "",
    answered: "",
    figure: "",
  };
}
