import { Button, MenuContent, MenuItem, MenuPositioner, MenuRoot, MenuTrigger, Portal } from "@chakra-ui/react";
import { useRef } from "react";
import { disabling, type Action } from "./action.ts";
import type { Actions } from "./use-actions.tsx";

interface MoreProps<Row> {
  readonly actions: readonly Action<Row>[];
  readonly row: Row;
  readonly press: Actions<Row>["press"];
}

/** A row's rarer actions, in a menu. */
export function MoreButton<Row>({ actions, row, press }: MoreProps<Row>) {
  const chosen = useRef<Action<Row>>(undefined);
  // What it opens takes the focus: not before the menu has given it back.
  const go = () => {
    const { label } = chosen.current ?? {};
    chosen.current = undefined;
    if (label !== undefined) void press(label, row);
  };
  return (
    <MenuRoot
      lazyMount
      unmountOnExit
      positioning={{ placement: "bottom-end" }}
      onSelect={({ value }) => (chosen.current = actions[Number(value)])}
      onExitComplete={go}
    >
      <MenuTrigger asChild>
        <Button size="2xs" variant="ghost">
          更多
        </Button>
      </MenuTrigger>
      <Portal>
        <MenuPositioner>
          <MenuContent minW="96px">
            {actions.map((action, at) => (
              <MenuItem
                key={action.label}
                value={String(at)}
                {...disabling(action, row)}
                {...(action.danger ? { color: "fg.error" } : {})}
              >
                {action.label}
              </MenuItem>
            ))}
          </MenuContent>
        </MenuPositioner>
      </Portal>
    </MenuRoot>
  );
}
