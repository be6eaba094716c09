import { Button, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import { nodeKinds, type FlowNode, type NodeKind } from "@liantai/api/contract/workorder";
import { sameValue } from "@liantai/api/forms";
import { PanelSelect, PanelText } from "@liantai/ui/board";
import { GuardedDialog, GuardedDrawer, isFailure, LeaveButton } from "@liantai/ui/resource";
import { useState } from "react";
import { NodeEditor } from "../parts/node-editor/node-editor.tsx";
import { seatsIn } from "../parts/seats.tsx";
import { useSurroundings } from "../parts/surroundings.ts";
import { newId, nodeOf } from "../parts/graph.ts";
import { nodes, type ListedFlow, type ListedNode } from "../queries.ts";

/** What the server says of it; what is no refusal goes on. */
function useSaid() {
  const [said, setSaid] = useState<string>();
  const saying = async (work: () => Promise<unknown>): Promise<void> => {
    setSaid(undefined);
    try {
      await work();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setSaid(error.text.replace(/^\d{3} /, ""));
    }
  };
  return { said, saying };
}

const Said = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <Text role="alert" color="fg.error" textStyle="xs">
      {text}
    </Text>
  );

/** One node of a draft, as on the drawing board. */
export function NodeDrawer({ row, onClose }: { readonly row: ListedNode; readonly onClose: () => void }) {
  const [node, setNode] = useState<FlowNode>(row.node);
  const around = useSurroundings(row.formId, seatsIn([node]));
  const [update, { isLoading }] = nodes.update.useMutation();
  const { said, saying } = useSaid();
  const dirty = !sameValue(node, row.node);
  const save = () =>
    saying(async () => {
      await update({ body: { flowId: row.flowId, node, revision: row.revision } }).unwrap();
      notifyDone("节点", "保存");
      onClose();
    });
  return (
    <GuardedDrawer
      open
      title={`编辑节点：${row.node.name || "未命名"}`}
      width="420px"
      dirty={dirty}
      onClose={onClose}
      footer={
        <>
          <LeaveButton />
          <Button loading={isLoading} disabled={!dirty} onClick={() => void save()}>
            保存
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text color="fg.muted" textStyle="xs">
          {row.flowName} · {nodeKinds[node.kind]}。保存到流程的草稿，发布后对新工单生效。
        </Text>
        <Said text={said} />
        <NodeEditor node={node} around={around} onChange={setNode} />
      </Stack>
    </GuardedDrawer>
  );
}

const addable = (Object.entries(nodeKinds) as [NodeKind, string][]).filter(([kind]) => kind !== "start");

/** A node beside those that a draft has; its lines are drawn in the graph. */
export function AddNodeDialog({
  flows,
  onClose,
}: {
  readonly flows: readonly ListedFlow[];
  readonly onClose: () => void;
}) {
  const only = flows.length === 1 ? flows[0]!.id : "";
  const [flowId, setFlowId] = useState(only);
  const [kind, setKind] = useState<NodeKind>("task");
  const [name, setName] = useState("");
  const [add, { isLoading }] = nodes.add.useMutation();
  const { data } = nodes.list.useQuery({ body: { flowId, pageSize: 9_999 } }, { skip: flowId === "" });
  const { said, saying } = useSaid();
  const flow = flows.find(({ id }) => id === flowId);
  const send = () =>
    saying(async () => {
      const others = (data?.list ?? []).map(({ node }) => node);
      // Under everything that stands there.
      const y = Math.max(0, ...others.map((node) => node.y + 90));
      const made = nodeOf({ nodes: others, edges: [] }, kind, newId(), { x: 0, y });
      const node = { ...made, name: name.trim() };
      await add({ body: { flowId, node, ...(flow ? { revision: flow.revision } : {}) } }).unwrap();
      notifyDone("节点", "新增");
      onClose();
    });
  return (
    <GuardedDialog
      open
      title="新增节点"
      width="400px"
      dirty={name.trim() !== "" || flowId !== only || kind !== "task"}
      onClose={onClose}
      footer={
        <>
          <LeaveButton />
          <Button loading={isLoading} disabled={!flow || !data || name.trim() === ""} onClick={() => void send()}>
            保存
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Said text={said} />
        <PanelSelect
          label="流程"
          value={flowId}
          options={flows.map(({ id, name: called }) => [id, called])}
          none="请选择"
          onChange={setFlowId}
        />
        <PanelSelect label="类型" value={kind} options={addable} onChange={(next) => setKind(next as NodeKind)} />
        <PanelText label="节点名称" value={name} max={30} onChange={setName} />
        <Text color="fg.muted" textStyle="xs">
          新增后在“工单流程”的流程图中连线，再发布。
        </Text>
      </Stack>
    </GuardedDialog>
  );
}
