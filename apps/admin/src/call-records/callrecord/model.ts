import { queriesOf, selectUser, useSelector, type RootState } from "@liantai/api/client";
import { cdrApi, isAgent } from "@liantai/api/contract";
import { skillGroupApi } from "@liantai/api/contract/admin";
import { openCall } from "@liantai/bus";
import { namedOptions, useWhenActive, type Option } from "@liantai/ui";
import { useResourceList } from "@liantai/ui/resource";
import { useBus } from "@liantai/bus/react";
import { otherParty, type CallRecord } from "../words.ts";
import { defaultFilters, filterSchema, type Filters } from "./query.ts";

export function openDetail(record: CallRecord): void {
  openCall(record.callId, `通话 ${otherParty(record) || record.callId}`);
}

const skillGroups = queriesOf(skillGroupApi);

/** Skill groups to choose from. */
export function useSkillGroupOptions(): readonly Option[] {
  const { data } = skillGroups.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  return namedOptions(data?.list);
}

/** Agents see their own calls only: choosing an agent is for the others. */
export const useChoosesAgent = (): boolean => useSelector((state: RootState) => !isAgent(selectUser(state)));

export const calls = queriesOf(cdrApi);

export function useCallRecords(id: string, endpoint: typeof calls.callRecords) {
  const resource = useResourceList<CallRecord, Filters>({
    id,
    endpoint,
    filterSchema,
    defaults: defaultFilters,
  });
  const refresh = useWhenActive(resource.refetch);
  useBus("call.recorded", refresh);
  useBus("link.refetch", refresh);
  return resource;
}
