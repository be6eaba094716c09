/** 批量跳转: where several orders may be sent together. */
import { pendingOptions } from "@liantai/ui";
import { SelectField } from "@liantai/ui/resource";
import { useEffect, useState } from "react";
import { orders, type FoundOrder, type OrderLine } from "./queries.ts";

type Nodes = FoundOrder["nodes"];

/** More versions of flows than these have hardly a node in common. */
const mostVersions = 10;

const inAll = ([first = [], ...others]: readonly Nodes[]): Nodes =>
  first.filter(
    ({ id, kind }) =>
      kind !== "start" && kind !== "gateway" && others.every((nodes) => nodes.some((node) => node.id === id)),
  );

/** An order of each version of each flow. */
const onePerVersion = (lines: readonly OrderLine[]): readonly string[] => [
  ...new Map(lines.map(({ id, flowId, flowVersion }) => [`${flowId} ${flowVersion}`, id])).values(),
];

/** Nodes that all of them have; undefined: not there yet. */
function useCommon(ids: readonly string[]): Nodes | undefined {
  const [ask] = orders.find.useLazyQuery();
  const [common, setCommon] = useState<Nodes>();
  const key = ids.length > mostVersions ? "" : ids.join(" ");
  useEffect(() => {
    let live = true;
    const asked = key.split(" ").filter(Boolean);
    Promise.all(asked.map((id) => ask({ body: { id } }, true).unwrap())).then(
      (found) => live && setCommon(inAll(found.map(({ nodes }) => nodes))),
      // The shell says why.
      () => live && setCommon([]),
    );
    return () => {
      live = false;
    };
  }, [key, ask]);
  return common;
}

const end = "跳转到结束节点即强制结束工单。";
const hintOf = (versions: number, common: Nodes | undefined): string => {
  if (versions <= 1 || !common) return end;
  const differ = `选中的工单分属${versions}个流程版本，`;
  return common.length > 0 ? `${differ}只列出共有的节点。${end}` : `${differ}没有共有的节点，请分别跳转。`;
};

export function CommonNodeField({ lines }: { readonly lines: readonly OrderLine[] }) {
  const ids = onePerVersion(lines);
  const common = useCommon(ids);
  return (
    <SelectField
      name="nodeId"
      label="节点"
      options={common?.map(({ id, name }) => ({ value: id, label: name })) ?? pendingOptions}
      hint={hintOf(ids.length, common)}
    />
  );
}
