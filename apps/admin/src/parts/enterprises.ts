/** Enterprises to choose from, for operators; nobody else asks. */
import { queriesOf } from "@liantai/api/client";
import { companyApi } from "@liantai/api/contract/admin";
import type { Option } from "@liantai/ui";

const companies = queriesOf({ list: companyApi.list });

/** By code and name; empty while `skip`. */
export function useEnterpriseOptions(skip = false): readonly Option[] {
  const { data } = companies.list.useQuery({ body: { pageNo: 1, pageSize: 99_999 } }, { skip });
  return (data?.list ?? []).map(({ compId, name }) => ({ value: compId, label: `${name}（${compId}）` }));
}
