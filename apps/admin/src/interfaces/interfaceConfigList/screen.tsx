import { Box, Flex } from "@chakra-ui/react";
import { Views } from "@liantai/ui/resource";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Deliveries } from "./deliveries.tsx";
import { Interfaces } from "./list.tsx";

const views = { interfaces: "接口", deliveries: "推送记录" } as const;

/** 接口列表: the interfaces, and what was delivered to them. The address belongs to the view that is on show. */
export default function InterfaceListScreen() {
  const [params, setParams] = useSearchParams();
  // Only deliveries are asked for a time.
  const [view, setView] = useState<keyof typeof views>(
    params.has("startTime") || params.has("interfaceId") || params.has("state") ? "deliveries" : "interfaces",
  );
  return (
    <Flex direction="column" h="full">
      <Box px="3" pt="2">
        <Views
          label="接口列表"
          views={views}
          value={view}
          onChange={(next) => {
            if (next === view) return;
            setParams({}, { replace: true });
            setView(next);
          }}
        />
      </Box>
      <Box flex="1" minH="0">
        {view === "deliveries" ? <Deliveries /> : <Interfaces />}
      </Box>
    </Flex>
  );
}
