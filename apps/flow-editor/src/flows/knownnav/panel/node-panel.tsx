import { Heading, Stack, Text } from "@chakra-ui/react";
import { nodeTypeOf, type FlowBody, type FlowNode, type SubProcess } from "@liantai/api/flows";
import { ExitsEditor } from "./exits-editor.tsx";
import { Findings } from "./findings.tsx";
import { placeOf, type Finding } from "./faults.ts";
import { NodeForm } from "./node-form.tsx";
import { PanelSection } from "./section.tsx";
import type { Surroundings } from "./surroundings.ts";
import { allVariables } from "./variables.ts";
import { Wordings } from "./wordings/wordings.tsx";

interface NodePanelProps {
  readonly flowId: string;
  readonly sub: SubProcess;
  readonly node: FlowNode;
  readonly body: FlowBody;
  readonly surroundings: Surroundings;
  readonly shared?: boolean;
  /** Of the whole flow, or of this node. */
  readonly findings: readonly Finding[];
  /** nodeId: of the node that was meant: what was typed last may come when another is chosen already. */
  readonly onChange: (patch: Partial<FlowNode>, nodeId: string) => void;
}

/** Everything of one node. What is typed stays while it is wrong; what is right becomes the flow's a moment later. */
export function NodePanel({ sub, node, body, surroundings, shared = false, findings, onChange }: NodePanelProps) {
  const { nodeId } = node;
  const type = nodeTypeOf(node.nodeType);
  const own = findings.filter((one) => one.nodeId === nodeId);
  const at = (place: "talkings" | "exits") => own.filter((one) => placeOf(one) === place);
  const put = (patch: Partial<FlowNode>) => onChange(patch, nodeId);
  if (!type) return <Text role="alert">这个版本的页面不认识节点类型“{node.nodeType}”，请刷新页面。</Text>;
  return (
    <Stack key={nodeId} gap="3">
      <div>
        <Heading as="h3" textStyle="sm">
          {type.name}
        </Heading>
        <Text textStyle="xs" color="fg.muted">
          {type.help}
        </Text>
      </div>
      <NodeForm {...{ type, node, sub, body, surroundings, shared }} findings={own} onChange={put} />
      {type.speaks && (
        <PanelSection title="话术">
          <Findings list={at("talkings")} />
          <Wordings
            talkings={node.talkings}
            known={allVariables(body)}
            voices={surroundings.things.voice}
            prompts={surroundings.things.sharedPrompt}
            asks={type.asks !== undefined}
            onChange={(talkings) => put({ talkings })}
          />
        </PanelSection>
      )}
      <PanelSection title="出口">
        <ExitsEditor {...{ node, sub }} intents={surroundings.things.intent} findings={at("exits")} onChange={put} />
      </PanelSection>
    </Stack>
  );
}
