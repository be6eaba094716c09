import { Box, Grid, HStack, Stack, Text } from "@chakra-ui/react";
import type { DefinitionFault, FormSection } from "@liantai/api/forms";
import { compiledOnce, spanOf, tracksOf } from "@liantai/ui/dynamic";
import { memo, useMemo, type RefObject } from "react";
import { type Design, type Group, groupsOf } from "../model/design.ts";
import { Card, type CardActions } from "./card.tsx";
import { SectionHead } from "./section-head.tsx";

interface CanvasProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly design: Design;
  readonly selected: string | undefined;
  readonly faults: readonly DefinitionFault[];
  readonly actions: CardActions;
}

interface GroupProps {
  readonly group: Group;
  readonly selected: string | undefined;
  readonly counts: ReadonlyMap<string, number>;
  readonly actions: CardActions;
}

function Cards({ group, selected, counts, actions }: GroupProps) {
  const { section, items } = group;
  return (
    <Grid
      data-group={group.id}
      templateColumns={`repeat(${tracksOf(section)}, minmax(0, 1fr))`}
      gap="2"
      minH={section ? "44px" : undefined}
      alignItems="start"
    >
      {items.map(({ id, field }) => (
        <Card
          key={id}
          id={id}
          field={field}
          span={spanOf(compiledOnce(field), section)}
          selected={id === selected}
          faults={counts.get(field.name) ?? 0}
          actions={actions}
        />
      ))}
      {section && items.length === 0 && (
        <Text color="fg.muted" textStyle="xs" gridColumn="1 / -1" p="2">
          把字段拖到这里，或在右侧“分组”中选择本组
        </Text>
      )}
    </Grid>
  );
}

const none: readonly FormSection[] = [];

/** The form as it will be. Each card is drawn anew when its own field is another. */
export const Canvas = memo(function Canvas({ box, design, selected, faults, actions }: CanvasProps) {
  const groups = useMemo(() => groupsOf(design), [design]);
  const counts = useMemo(() => {
    const map = new Map<string, number>();
    for (const { field } of faults) if (field !== undefined) map.set(field, (map.get(field) ?? 0) + 1);
    return map;
  }, [faults]);
  const sections = design.sections ?? none;
  return (
    <Box
      ref={box}
      position="relative"
      flex="1"
      minW="0"
      overflow="auto"
      p="3"
      data-canvas
      tabIndex={-1}
      role="group"
      aria-label="画布"
    >
      {design.items.length === 0 && sections.length === 0 && (
        <Text color="fg.muted" p="6" textAlign="center" data-empty>
          还没有字段：点击左侧的控件添加，或把它拖到这里。
        </Text>
      )}
      <Stack gap="4">
        {groups.map((group) =>
          group.section ? (
            <Box key={group.id} borderWidth="1px" borderRadius="md" p="2">
              <SectionHead
                section={group.section}
                first={sections[0]?.id === group.id}
                last={sections.at(-1)?.id === group.id}
              />
              <Cards group={group} selected={selected} counts={counts} actions={actions} />
            </Box>
          ) : (
            <Cards key="" group={group} selected={selected} counts={counts} actions={actions} />
          ),
        )}
      </Stack>
      <HStack h="24" aria-hidden />
    </Box>
  );
});
