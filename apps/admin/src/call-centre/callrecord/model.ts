import { bus } from '@liantai/bus';
import { callQueries, selectUser, useSelector, type RootState } from '@liantai/api/client';
import { directionTexts } from '@liantai/api/contract';
import { usePageSize, useWhenActive, type ListView, type Option } from '@liantai/ui';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useBus } from '../../use-bus.ts';
import { otherParty, type CallRecord } from '../words.ts';
import { fromSearch, toSearch, type Filters, type Query } from './query.ts';

export const directionOptions: readonly Option[] = Object.entries(directionTexts).map(([value, label]) => ({ value, label }));
export const answeredOptions: readonly Option[] = [{ value: 'yes', label: '已接听' }, { value: 'no', label: '未接听' }];

export function openDetail(record: CallRecord): void {
  bus.publish('tab.open', { name: 'callrecord/detail', params: { callId: record.callId }, title: `通话 ${otherParty(record) || record.callId}` });
}

/** Skill groups to choose from; an empty list while they load or cannot be had leaves 全部. */
export function useSkillGroupOptions(): readonly Option[] {
  const { data } = callQueries.useSkillGroupNamesQuery({ body: { pageNo: 1, pageSize: 200 } });
  return (data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

/** Agents see their own calls only: choosing an agent is for the others. */
export const useChoosesAgent = (): boolean => useSelector((state: RootState) => selectUser(state)?.roleType !== 2);

export function useCallRecords() {
  // The tab's address is the one place of the question, so that reopening or reloading the tab asks it again.
  const [params, setParams] = useSearchParams();
  const search = params.toString();
  const query = useMemo(() => fromSearch(search), [search]);
  const [pageSize, setPageSize] = usePageSize('callrecord');
  const ask = (next: Query) => setParams(toSearch(next), { replace: true });
  const { data, currentData, isError, error, isFetching, refetch } = callQueries.useCallRecordsQuery({ body: { ...query.filters, pageNo: query.pageNo, pageSize } }, { refetchOnMountOrArgChange: true });
  const refresh = useWhenActive(() => void refetch());
  useBus('call.recorded', refresh);
  useBus('link.refetch', refresh);
  // The rows of another question are no answer to one that failed.
  const page = isError ? currentData : data;
  const list: ListView<CallRecord> = { rows: page?.list, fetching: isFetching, error: isError ? error : undefined, retry: () => void refetch() };
  return {
    filters: query.filters,
    list,
    total: page?.total ?? 0,
    pageNo: query.pageNo,
    pageSize,
    onQuery: (filters: Filters) => {
      const same = query.pageNo === 1 && toSearch({ filters, pageNo: 1 }) === toSearch(query);
      ask({ filters, pageNo: 1 });
      if (same) void refetch();
    },
    onPage: (pageNo: number) => ask({ ...query, pageNo }),
    onPageSize: (size: number) => {
      setPageSize(size);
      ask({ ...query, pageNo: 1 });
    },
  };
}
