import { Stack, Text } from "@chakra-ui/react";
import type { FlowBody, FlowNode, SubProcess } from "@liantai/api/flows";
import { PanelText } from "@liantai/ui/board";
import type { Finding } from "../queries.ts";

export type { Finding };
export type Surroundings = Readonly<Record<never, never>>;
const nothing: Surroundings = {};
export const useSurroundings = (_flowId: string): Surroundings => nothing;

interface NodePanelProps {
  readonly flowId: string;
  readonly sub: SubProcess;
  readonly node: FlowNode;
  readonly body: FlowBody;
  readonly surroundings: Surroundings;
  readonly findings: readonly Finding[];
  readonly onChange: (patch: Partial<FlowNode>, nodeId: string) => void;
}

export function NodePanel({ node, onChange }: NodePanelProps) {
  return (
    <Stack gap="3">
      <PanelText
        label="节点名称"
        value={node.nodeName}
        max={30}
        onChange={(nodeName) => onChange({ nodeName }, node.nodeId)}
      />
    </Stack>
  );
}

interface SubPanelProps {
  readonly sub: SubProcess;
  readonly taken?: readonly string[];
  readonly findings?: readonly Finding[];
  readonly onChange: (
    patch: Partial<Pick<SubProcess, "subProcessName" | "classification">>,
    subProcessId: string,
  ) => void;
}

export const SubPanel = ({ sub }: SubPanelProps) => <Text>{sub.subProcessName}</Text>;

interface FlowPanelProps {
  readonly body: FlowBody;
  readonly tts: string;
  readonly surroundings: Surroundings;
  readonly findings: readonly Finding[];
  readonly onChange: (patch: Partial<FlowBody>) => void;
  readonly onVoice: (tts: string) => void;
}

export const FlowPanel = ({ body }: FlowPanelProps) => <Text>变量{body.collectVariable.length}个</Text>;
