/** Operators see over enterprises: one of them to choose, or all. */
import { queriesOf, selectUser, useSelector } from '@liantai/api/client';
import { companyApi } from '@liantai/api/contract/admin';
import type { Option } from '@liantai/ui';

const companies = queriesOf({ list: companyApi.list });

export const useIsOperator = (): boolean => useSelector(selectUser)?.roleType === 0;

/** Empty for everybody else. */
export function useCompanyOptions(): readonly Option[] {
  const operator = useIsOperator();
  const { data } = companies.list.useQuery({ body: { pageNo: 1, pageSize: 99_999 } }, { skip: !operator });
  return (data?.list ?? []).map(({ compId, name }) => ({ value: compId, label: `${name}（${compId}）` }));
}
