/** What the screen of flows is made of; which of them is shown stands in the tab's address. One line a segment. */
import { Button, Flex, HStack } from "@chakra-ui/react";
import type { ReactNode } from "react";

const segments = {
  flows: "流程",
  triggers: "触发器",
  macros: "宏",
  targets: "服务目标",
} as const;
export type Segment = keyof typeof segments;

export const segmentOf = (text: string | null): Segment =>
  text !== null && Object.hasOwn(segments, text) ? (text as Segment) : "flows";

interface SegmentsProps {
  readonly now: Segment;
  readonly onChange: (segment: Segment) => void;
  readonly children: ReactNode;
}

export function Segments({ now, onChange, children }: SegmentsProps) {
  return (
    <Flex direction="column" h="full" minH="0">
      <HStack role="group" aria-label="内容" px="3" pt="2" gap="1">
        {Object.entries(segments).map(([segment, name]) => (
          <Button
            key={segment}
            size="xs"
            variant={segment === now ? "solid" : "ghost"}
            aria-pressed={segment === now}
            onClick={() => onChange(segment as Segment)}
          >
            {name}
          </Button>
        ))}
      </HStack>
      <Flex direction="column" flex="1" minH="0">
        {children}
      </Flex>
    </Flex>
  );
}
