/** Who may own records, to choose: within the own data scope, by seat and name. */
import { queriesOf } from "@liantai/api/client";
import { mostOwners, recordPoolApi } from "@liantai/api/contract/workorder";
import { useWatch } from "react-hook-form";
import { SoughtField, useSought } from "../../parts/sought-field.tsx";

const queries = queriesOf({ owners: recordPoolApi.owners });

/** `chosen`: what a view names may be none of the first. */
function useOwners(name: string, chosen: string) {
  const { data: first = [], isSuccess } = queries.owners.useQuery({ body: {} });
  const { data: found = [] } = queries.owners.useQuery({ body: { name } }, { skip: name === "" });
  const offered = name === "" ? first : found;
  const isKnown = chosen === "" || [...first, ...found].some(({ ownerId }) => ownerId === chosen);
  const { data: named = [] } = queries.owners.useQuery({ body: { ownerId: chosen } }, { skip: !isSuccess || isKnown });
  return {
    cut: first.length >= mostOwners,
    options: [...(isKnown ? [] : named), ...offered].map(({ ownerId, name, agentId }) => ({
      ...{ value: ownerId, label: `${agentId} ${name}`.trim() },
    })),
  };
}

export function OwnerField({ none, width }: { readonly none?: string; readonly width?: string }) {
  const { asked, ...sought } = useSought();
  const chosen: unknown = useWatch({ name: "ownerId" });
  const owners = useOwners(asked, typeof chosen === "string" ? chosen : "");
  const more = { ...(none && { none }), ...(width && { width }) };
  return <SoughtField name="ownerId" label="负责人" {...more} {...owners} sought={sought} />;
}
