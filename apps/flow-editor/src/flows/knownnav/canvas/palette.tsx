import { Box, Button, Heading, Stack, Text } from "@chakra-ui/react";
import { nodeTypeOf, type SubProcess } from "@liantai/api/flows";
import { ScrollBox } from "@liantai/ui";
import { useDragOut, type Point } from "@liantai/ui/canvas";
import { memo } from "react";
import { hasSingle, newNode, sizeOf } from "../model/nodes.ts";
import { byGroup, groups } from "./kinds.ts";

interface PaletteProps {
  readonly sub: SubProcess;
  /** At a place, or behind the chosen node. */
  readonly onAdd: (type: string, at?: Point) => void;
}

const wordOf = (type: string) => nodeTypeOf(type)?.name ?? type;

/** Types of nodes: pressed, one stands behind the chosen node; dragged, where it is dropped. */
export const Palette = memo(function Palette({ sub, onAdd }: PaletteProps) {
  const drag = useDragOut<string>({
    wordOf,
    sizeOf: (type) => sizeOf(newNode(sub, type, { id: "", flowId: "" })),
    onDrop: onAdd,
  });
  return (
    <ScrollBox asChild flex="none" w="132px" borderEndWidth="1px" p="2">
      <section aria-label="节点类型">
        <Text color="fg.muted" textStyle="xs" mb="2">
          点击加到所选节点之后，或拖到画布上。
        </Text>
        {byGroup.map(([group, types]) => {
          const { name, icon: Icon, palette } = groups[group];
          if (types.length === 0) return null;
          return (
            <Box key={group} mb="3">
              <Heading as="h3" textStyle="xs" color="fg.muted" mb="1">
                {name}
              </Heading>
              <Stack gap="1">
                {types.map(({ type, name: label, help }) => (
                  <Button
                    key={type}
                    size="2xs"
                    variant="outline"
                    colorPalette={palette}
                    justifyContent="flex-start"
                    aria-label={`添加${label}节点`}
                    title={help}
                    disabled={hasSingle(sub, type)}
                    touchAction="none"
                    onPointerDown={(event) => drag(type, event)}
                    onClick={() => onAdd(type)}
                  >
                    <Icon aria-hidden />
                    {label}
                  </Button>
                ))}
              </Stack>
            </Box>
          );
        })}
      </section>
    </ScrollBox>
  );
});
