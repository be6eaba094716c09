import { Button, Flex } from "@chakra-ui/react";
import type { CompiledForm } from "@liantai/api/forms";
import { AppDrawer } from "@liantai/ui";
import { useState } from "react";
import { useSeats } from "../../orders/parts/choices.ts";
import { MacrosList } from "./macros-list.tsx";

/** Where somebody looks after the own macros who has no flows to look after. */
export function OwnMacros({ form, onClose }: { readonly form: CompiledForm; readonly onClose: () => void }) {
  const [adding, add] = useState(false);
  return (
    <AppDrawer
      open
      title="我的宏"
      width="760px"
      onClose={onClose}
      footer={<Button onClick={() => add(true)}>新增宏</Button>}
    >
      <Flex direction="column" minH="200px">
        <MacrosList {...{ form, adding }} useSeats={useSeats} shares={false} onAdded={() => add(false)} />
      </Flex>
    </AppDrawer>
  );
}
