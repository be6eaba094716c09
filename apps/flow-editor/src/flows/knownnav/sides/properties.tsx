import { Button, Heading, Stack, Text } from "@chakra-ui/react";
import { flowTypes } from "@liantai/api/flows";
import { useBoard } from "../board.ts";
import { frameId } from "../canvas/parts-of.ts";
import { EditorHelp } from "../dialogs/help.tsx";
import { removed } from "../keys.ts";
import { newId, subsOf } from "../model/body.ts";
import { edgesOf } from "../model/exits.ts";
import { addGroup, renameGroup } from "../model/groups.ts";
import { changeNode } from "../model/nodes.ts";
import { FlowPanel, NodePanel, SubPanel, useSurroundings } from "../panel/index.ts";
import { PanelText } from "@liantai/ui/board";
import type { SideProps } from "./side-props.ts";

/** Several, a line or a frame: what can be done with them. */
function Chosen({ sub, marked, may }: Pick<SideProps, "sub" | "marked" | "may">) {
  const { editSub, select } = useBoard();
  const id = sub.subProcessId;
  const frame = sub.flow.groups.find((group) => marked.has(frameId(group.id)));
  const line = edgesOf(sub).find((edge) => marked.has(edge.id));
  const nodes = sub.flow.nodes.filter(({ nodeId }) => marked.has(nodeId));
  const nameOf = (nodeId: string) => sub.flow.nodes.find((node) => node.nodeId === nodeId)?.nodeName ?? "";
  return (
    <Stack gap="3">
      <Heading as="h3" textStyle="sm">
        {nodes.length > 0 ? `已选择${nodes.length}个节点` : frame ? "分组" : "连线"}
      </Heading>
      {nodes.length === 0 && frame && (
        <PanelText
          label="分组名称"
          value={frame.name}
          max={30}
          onChange={(name) => editSub(id, (now) => renameGroup(now, frame.id, name), `group ${frame.id}`)}
        />
      )}
      {nodes.length === 0 && !frame && line && <Text>{`${nameOf(line.source)} → ${nameOf(line.target)}`}</Text>}
      {may && nodes.length > 0 && (
        <Button
          size="xs"
          variant="outline"
          alignSelf="flex-start"
          onClick={() => editSub(id, (now) => addGroup(now, newId(), new Set(nodes.map(({ nodeId }) => nodeId))))}
        >
          放入一个分组
        </Button>
      )}
      {may && (
        <Button
          size="xs"
          variant="outline"
          colorPalette="red"
          alignSelf="flex-start"
          onClick={() => {
            editSub(id, (now) => removed(now, marked));
            select([]);
          }}
        >
          {frame && nodes.length === 0 ? "取消分组" : "删除所选"}
        </Button>
      )}
    </Stack>
  );
}

/** 属性: of what is chosen; with nothing chosen of the sub-process and of the flow. */
export default function Properties(props: SideProps) {
  const { flow, design, sub, marked, findings, may } = props;
  const { edit, editBody, editSub } = useBoard();
  const surroundings = useSurroundings(flow.id);
  const [one] = marked;
  const node = marked.size === 1 ? sub.flow.nodes.find(({ nodeId }) => nodeId === one) : undefined;
  if (marked.size > 0 && !node) return <Chosen sub={sub} marked={marked} may={may} />;
  if (node)
    return (
      <Stack gap="3">
        <NodePanel
          flowId={flow.id}
          body={design.body}
          {...{ sub, node, findings, surroundings }}
          shared={flow.flowType === flowTypes.shared}
          onChange={(patch, nodeId) =>
            editSub(
              sub.subProcessId,
              (now) => changeNode(now, nodeId, (old) => ({ ...old, ...patch })),
              `panel ${nodeId}`,
            )
          }
        />
        {may && (
          <Button
            size="xs"
            variant="outline"
            colorPalette="red"
            alignSelf="flex-start"
            onClick={() => editSub(sub.subProcessId, (now) => removed(now, marked))}
          >
            删除节点
          </Button>
        )}
      </Stack>
    );
  const taken = subsOf(design.body)
    .filter((other) => other.subProcessId !== sub.subProcessId)
    .map((other) => other.subProcessName);
  return (
    <Stack gap="4">
      <SubPanel
        {...{ sub, taken, findings }}
        shared={flow.flowType === flowTypes.shared}
        onChange={(patch, id) => editSub(id, (now) => ({ ...now, ...patch }), `sub ${id}`)}
      />
      <FlowPanel
        {...{ body: design.body, tts: design.tts, surroundings, findings }}
        onChange={(patch) => editBody((now) => ({ ...now, ...patch }), `flow ${Object.keys(patch).join(" ")}`)}
        onVoice={(tts) => edit((now) => (now.tts === tts ? now : { ...now, tts }), "voice")}
      />
      <Stack gap="1">
        <Heading as="h4" textStyle="xs" color="fg.muted">
          操作
        </Heading>
        <EditorHelp />
      </Stack>
    </Stack>
  );
}
