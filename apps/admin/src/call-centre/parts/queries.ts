/** Clients of the set-up half of the call centre, made once. */
import { queriesOf } from '@liantai/api/client';
import { accessNumApi, companyApi, dispatchGroupApi, dispatchGroupMemberApi, skillGroupApi, skillGroupMemberApi, timeRuleApi } from '@liantai/api/contract/admin';

export const accessNumbers = queriesOf(accessNumApi);
export const timeRules = queriesOf(timeRuleApi);
export const skillGroups = queriesOf(skillGroupApi);
export const skillGroupMembers = queriesOf(skillGroupMemberApi);
export const dispatchGroups = queriesOf(dispatchGroupApi);
export const dispatchGroupMembers = queriesOf(dispatchGroupMemberApi);
const companies = queriesOf({ list: companyApi.list });

/** Enterprises to choose from, for operators; nobody else asks. */
export function useEnterpriseOptions(skip: boolean) {
  const { data } = companies.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } }, { skip });
  return (data?.list ?? []).map(({ compId, name }) => ({ value: compId, label: `${name}（${compId}）` }));
}
