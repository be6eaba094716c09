import { Box, CloseButton, Flex, Heading } from "@chakra-ui/react";
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { afterFrame, pressWaits } from "@liantai/api/client";
import { useModal } from "./use-modal.ts";

export interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the one that goes on last. */
  readonly footer?: ReactNode;
  readonly width?: string;
}

/** Not as something that may wait (a deferred value): a screen that changes all the time would keep a drawer empty. */
function useFilled(isDrawer: boolean): boolean {
  const [filled, fill] = useState(() => !(isDrawer && pressWaits()));
  useEffect(() => (filled ? undefined : afterFrame(() => fill(true))), [filled]);
  return filled;
}

/** Of a dialog (A20); a tab that is narrower is filled. */
const minWidth = "min(400px, 100%)";

interface Shape {
  readonly role: "dialog" | "alertdialog";
  readonly side: "centre" | "end";
}

/**
 * What dialogs and drawers are made of. Inside a tab it covers that tab alone: the bar, the menu and the other tabs stay
 * in reach of mouse, keyboard and screen reader, so an agent can always take a call and hang up. Elsewhere it covers the
 * page but not the bar. A drawer that a press opens answers it with its frame; what it holds is drawn right after, so that it takes no
 * longer to appear for having much in it. A dialog is as high as what it holds, and comes with it.
 */
export function Sheet({ title, onClose, children, footer, width = "480px", role, side }: SheetProps & Shape) {
  const atEnd = side === "end";
  const filled = useFilled(atEnd);
  const { ref, layer } = useModal(filled);
  const titleId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    // A sheet opened from this one is its child in React's tree: its Escape is its own.
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return createPortal(
    <Flex
      position={layer ? "absolute" : "fixed"}
      inset="0"
      zIndex={layer ? 10 : "modal"}
      bg="blackAlpha.500"
      justify={atEnd ? "flex-end" : "center"}
      align={atEnd ? "stretch" : "flex-start"}
      p={atEnd ? "0" : "4"}
      pt={atEnd ? "0" : layer ? "8" : "112px"}
      textStyle="sm"
      color="fg"
    >
      <Flex
        ref={ref}
        role={role}
        aria-labelledby={titleId}
        aria-busy={filled ? undefined : true}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        direction="column"
        w={width}
        minW={atEnd ? undefined : minWidth}
        maxW="100%"
        maxH="100%"
        bg="bg.panel"
        shadow="lg"
        borderRadius={atEnd ? "0" : "lg"}
        outline="none"
      >
        <Flex align="center" justify="space-between" ps="5" pe="2" py="2" borderBottomWidth="1px">
          <Heading id={titleId} as="h2" textStyle="md" fontWeight="semibold">
            {title}
          </Heading>
          <CloseButton size="sm" colorPalette="gray" aria-label="关闭" onClick={onClose} />
        </Flex>
        <Box data-sheet-body flex="1" minH="0" overflow="auto" px="5" py="4">
          {filled && children}
        </Box>
        {filled && footer && (
          <Flex
            data-sheet-footer
            gap="2"
            wrap="wrap"
            justify="flex-end"
            px="5"
            {...(atEnd ? { py: "3", borderTopWidth: "1px" } : { pb: "4" })}
          >
            {footer}
          </Flex>
        )}
      </Flex>
    </Flex>,
    layer?.element ?? document.body,
  );
}
