/** A screen that has several views of its subject and shows one of them. */
import type { ReactNode } from "react";
import { Box, Flex } from "@chakra-ui/react";
import { useView } from "./use-view.ts";
import { Views } from "./views.tsx";

interface ViewsScreenProps<V extends string> {
  readonly label: string;
  /** The first is on show first. */
  readonly views: Readonly<Record<V, string>>;
  readonly children: (view: V) => ReactNode;
}

/** The tab's address names the view and is the question of the one that is on show, so a reload shows the same. */
export function ViewsScreen<V extends string>({ label, views, children }: ViewsScreenProps<V>) {
  const [view, show] = useView(views);
  return (
    <Flex direction="column" h="full">
      <Box px="3" pt="2">
        <Views label={label} views={views} value={view} onChange={show} />
      </Box>
      <Box flex="1" minH="0">
        {children(view)}
      </Box>
    </Flex>
  );
}
