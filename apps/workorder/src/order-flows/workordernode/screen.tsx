import { useMayPress } from "@liantai/api/client";
import { nodeActions, nodeKinds, workNodeApi } from "@liantai/api/contract/workorder";
import { namedOptions, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList, type Action } from "@liantai/ui/resource";
import { useMemo } from "react";
import { seatsIn } from "../parts/seats.tsx";
import { type Surroundings, useSurroundings } from "../parts/surroundings.ts";
import { limitText, nodeSummary } from "../parts/words.ts";
import { flows, nodes, type ListedNode } from "../queries.ts";
import { AddNodeDialog, NodeDrawer } from "./node-drawer.tsx";

const filterSchema = workNodeApi.list.body!.pick(["flowId", "kind", "name"]);
const defaults = () => ({ flowId: "", kind: "", name: "" });
const kinds = Object.entries(nodeKinds).map(([value, label]) => ({ value, label }));

const actionsText = ({ node }: ListedNode): string =>
  "actions" in node ? node.actions.map((one) => nodeActions[one]).join("、") : "—";
const limitOf = ({ node }: ListedNode): string => ("actions" in node ? limitText(node.limit) : "—");

const columnsOf = (around: Surroundings): readonly Column<ListedNode>[] => [
  { id: "name", title: "节点名称", width: 140, value: ({ node }) => node.name || "未命名" },
  { id: "flow", title: "流程", width: 150, value: ({ flowName }) => flowName },
  { id: "kind", title: "类型", width: 76, value: ({ node }) => nodeKinds[node.kind] },
  {
    id: "handler",
    title: "处理人",
    width: 170,
    value: ({ node }) =>
      node.kind === "start" || node.kind === "end" || node.kind === "gateway" ? "—" : nodeSummary(node, around),
  },
  { id: "limit", title: "处理时限", width: 190, value: limitOf },
  { id: "may", title: "允许的操作", width: 190, value: actionsText },
];

/** 工单节点: the nodes of all drafts; each is changed as on the drawing board. */
export default function WorkOrderNodeScreen() {
  const press = useMayPress("/workordernode");
  const { data: all } = flows.list.useQuery({ body: { pageSize: 9_999 } });
  const [remove] = nodes.delete.useMutation();
  const options = namedOptions(all?.list);
  const resource = useResourceList<ListedNode, ReturnType<typeof defaults>>({
    id: "workordernode",
    endpoint: nodes.list,
    filterSchema,
    defaults,
  });
  const listed = resource.list.rows?.map(({ node }) => node) ?? [];
  const around = useSurroundings("", seatsIn(listed));
  const columns = useMemo(() => columnsOf(around), [around]);
  const rows: readonly Action<ListedNode>[] = [
    {
      label: "编辑",
      may: press("workNode.update"),
      sheet: (row, close) => <NodeDrawer row={row} onClose={() => close()} />,
    },
    {
      label: "删除",
      may: press("workNode.delete"),
      shown: ({ node }) => node.kind !== "start",
      danger: true,
      confirm: ({ node, flowName }) => ({
        title: "删除节点",
        text: `确定要从“${flowName}”的草稿中删除节点“${node.name}”吗？与它相连的连线一并删除；已发布的版本不变。`,
      }),
      run: ({ flowId, node, revision }) => remove({ body: { flowId, ids: [node.id], revision } }),
      done: ["节点", "删除"],
    },
  ];
  const bar: readonly Action[] = [
    {
      label: "新增",
      may: press("workNode.add"),
      adds: true,
      sheet: (_, close) => <AddNodeDialog flows={all?.list ?? []} onClose={() => close()} />,
    },
  ];
  return (
    <ResourceScreen
      label="节点"
      columns={columns}
      rowId={({ flowId, node }) => `${flowId} ${node.id}`}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      actionsWidth={110}
      empty={{ title: "没有符合条件的节点", hint: "先在“工单流程”中新增流程；节点在这里和流程图中是同一份。" }}
      query={
        <>
          <TextField name="name" label="节点名称" />
          <SelectField name="flowId" label="流程" options={options} width="150px" />
          <SelectField name="kind" label="类型" options={kinds} width="110px" />
        </>
      }
    />
  );
}
