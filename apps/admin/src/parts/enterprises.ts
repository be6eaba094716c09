/** Enterprises to choose from, for operators; nobody else asks. */
import { queriesOf } from "@liantai/api/client";
import { companyApi } from "@liantai/api/contract/admin";
import { optionsFrom, type Option } from "@liantai/ui";

const companies = queriesOf({ list: companyApi.list });

/** By code and name; empty while `skip`. With the answer that they came with. */
export function useEnterpriseChoices(skip = false) {
  const answer = companies.list.useQuery({ body: { pageNo: 1, pageSize: 99_999 } }, { skip });
  const options = optionsFrom(answer.data?.list, ({ compId, name }) => ({
    value: compId,
    label: `${name}（${compId}）`,
  }));
  return { options, answer };
}

export const useEnterpriseOptions = (skip = false): readonly Option[] => useEnterpriseChoices(skip).options;
