import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { FlowNode } from "@liantai/api/contract/workorder";
import { LineButtons } from "../../../parts/line-buttons.tsx";
import type { Surroundings } from "../../parts/surroundings.ts";
import { conditionText } from "../../parts/words.ts";
import { useFlowBoard } from "../board.tsx";
import { type FlowDesign, removeParts, stepEdge } from "../../parts/graph.ts";
import { nameIn } from "./edge-editor.tsx";
import { PanelSection } from "../../parts/node-editor/node-editor.tsx";

interface WaysProps {
  readonly node: FlowNode;
  readonly design: FlowDesign;
  readonly around: Surroundings;
  readonly onConnect: () => void;
}

/** The lines that leave a node, in the order in which they are tried. */
export function Ways({ node, design, around, onConnect }: WaysProps) {
  const { draw, select } = useFlowBoard();
  const own = design.flow.edges.filter(({ from }) => from === node.id);
  return (
    <PanelSection title="下一步">
      {own.length === 0 && (
        <Text color="fg.muted" textStyle="xs">
          还没有连线。
        </Text>
      )}
      <Stack as="ol" gap="1" listStyleType="none">
        {own.map((edge, at) => {
          const to = nameIn(design, edge.to);
          const text = edge.otherwise ? "其他情况" : edge.when ? conditionText(edge.when, around.fields) : "";
          return (
            <HStack as="li" key={edge.id} gap="0.5">
              <Button
                size="2xs"
                variant="plain"
                flex="1"
                minW="0"
                justifyContent="flex-start"
                px="0"
                title={text}
                onClick={() => select([edge.id])}
              >
                <Text as="span" truncate>
                  {to}
                  {text && <Text as="span" color="fg.muted">{`（${text}）`}</Text>}
                </Text>
              </Button>
              <LineButtons
                label={`到${to}的连线`}
                first={at === 0}
                last={at === own.length - 1}
                onStep={(by) => draw((flow) => stepEdge(flow, edge.id, by))}
                onRemove={() => draw((flow) => removeParts(flow, new Set([edge.id])))}
              />
            </HStack>
          );
        })}
      </Stack>
      <Button size="xs" variant="outline" onClick={onConnect}>
        连线到…
      </Button>
    </PanelSection>
  );
}
