/** A screen that has several views of its subject and shows one of them. */
import { useState, type ReactNode } from "react";
import { Box, Flex } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { Views } from "./views.tsx";

interface ViewsScreenProps<V extends string> {
  readonly label: string;
  readonly views: Readonly<Record<V, string>>;
  /** The one that is on show first. */
  readonly first: V;
  readonly children: (view: V) => ReactNode;
}

/** The tab's address is the question of the view that is on show, so another begins without one. */
export function ViewsScreen<V extends string>({ label, views, first, children }: ViewsScreenProps<V>) {
  const [, setParams] = useSearchParams();
  const [view, setView] = useState(first);
  const show = (next: V) => {
    if (next === view) return;
    setParams({}, { replace: true });
    setView(next);
  };
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
