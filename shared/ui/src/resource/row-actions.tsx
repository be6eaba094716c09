import { Button, HStack } from "@chakra-ui/react";
import type { ReactNode } from "react";

export interface RowAction {
  readonly label: string;
  readonly onClick: () => void;
  readonly dangerous?: boolean;
  readonly disabled?: boolean;
}

/** Buttons of a row; those that the person may not press are left out by the caller. */
export function RowActions({
  actions,
  children,
}: {
  readonly actions: readonly (RowAction | false)[];
  readonly children?: ReactNode;
}) {
  return (
    <HStack gap="1">
      {actions.map(
        (a) =>
          a && (
            <Button
              key={a.label}
              size="2xs"
              variant="ghost"
              colorPalette={a.dangerous ? "red" : undefined}
              disabled={a.disabled}
              onClick={a.onClick}
            >
              {a.label}
            </Button>
          ),
      )}
      {children}
    </HStack>
  );
}
