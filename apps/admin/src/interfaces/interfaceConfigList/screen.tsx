import { Box, Button, Flex, HStack } from "@chakra-ui/react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Deliveries } from "./deliveries.tsx";
import { Interfaces } from "./list.tsx";

const views = [
  ["interfaces", "接口"],
  ["deliveries", "推送记录"],
] as const;

/** 接口列表: the interfaces, and what was delivered to them. The address belongs to the view that is on show. */
export default function InterfaceListScreen() {
  const [params, setParams] = useSearchParams();
  // Only deliveries are asked for a time.
  const [view, setView] = useState<(typeof views)[number][0]>(
    params.has("startTime") || params.has("interfaceId") || params.has("state") ? "deliveries" : "interfaces",
  );
  return (
    <Flex direction="column" h="full">
      <HStack role="tablist" aria-label="接口列表" gap="1" px="3" pt="2">
        {views.map(([id, name]) => (
          <Button
            key={id}
            role="tab"
            aria-selected={view === id}
            size="xs"
            variant={view === id ? "subtle" : "ghost"}
            onClick={() => {
              if (id === view) return;
              setParams({}, { replace: true });
              setView(id);
            }}
          >
            {name}
          </Button>
        ))}
      </HStack>
      <Box flex="1" minH="0">
        {view === "deliveries" ? <Deliveries /> : <Interfaces />}
      </Box>
    </Flex>
  );
}
