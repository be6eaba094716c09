/** What 通话记录 asks for, and its place in the tab's search string. */
import { cdrApi, type BodyOf } from '@liantai/api/contract';
import { today, withDateRange } from '@liantai/ui';

export type Filters = Omit<BodyOf<typeof cdrApi.callRecords>, 'pageNo' | 'pageSize'>;

export interface Query {
  readonly filters: Filters;
  readonly pageNo: number;
}

export const filterSchema = withDateRange(cdrApi.callRecords.body!.omit(['pageNo', 'pageSize']), 'startTime', 'endTime');

const names = ['startTime', 'endTime', 'direction', 'caller', 'callee', 'agentId', 'skillGroupId', 'answered'] as const;

/** The whole of today, everything. */
export function defaultFilters(now = Date.now()): Filters {
  const { from, to } = today(now);
  return { startTime: from, endTime: to, direction: '', caller: '', callee: '', agentId: '', skillGroupId: '', answered: '' };
}

/** Only what differs from the defaults is written, so that an untouched list shows today on every day it is opened. */
export function toSearch({ filters, pageNo }: Query, now = Date.now()): string {
  const own = defaultFilters(now);
  const search = new URLSearchParams();
  for (const name of names) if ((filters[name] ?? '') !== own[name]) search.set(name, filters[name] ?? '');
  if (pageNo > 1) search.set('pageNo', String(pageNo));
  return search.toString();
}

/** The inverse; what does not fit the contract reads as the defaults. */
export function fromSearch(text: string | undefined, now = Date.now()): Query {
  const search = new URLSearchParams(text);
  const kept = names.flatMap((name) => (search.has(name) ? [[name, search.get(name)]] : []));
  const filters = { ...defaultFilters(now), ...Object.fromEntries(kept) } as Filters;
  const pageNo = Number(search.get('pageNo') ?? 1);
  if (!filterSchema.isValidSync(filters)) return { filters: defaultFilters(now), pageNo: 1 };
  return { filters, pageNo: Number.isInteger(pageNo) && pageNo >= 1 ? pageNo : 1 };
}
