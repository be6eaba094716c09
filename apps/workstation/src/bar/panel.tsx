import { useEffect, useRef, type ReactNode } from "react";
import { Box } from "@chakra-ui/react";

interface PanelProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A small panel under its button. Drawn inside the bar and not in a portal: what hangs on the body lies under dialogs and
 * is hidden by them.
 */
export function Panel({ label, onClose, children }: PanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    const element = box.current;
    element?.querySelector<HTMLElement>("input, button")?.focus();
    const opener = before.current;
    return () => {
      if (
        opener instanceof HTMLElement &&
        (document.activeElement === document.body || element?.contains(document.activeElement))
      )
        opener.focus();
    };
  }, []);
  return (
    <Box
      ref={box}
      role="dialog"
      aria-label={label}
      position="absolute"
      top="calc(100% + 6px)"
      right="0"
      zIndex="1"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border"
      borderRadius="lg"
      shadow="lg"
      p="3"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </Box>
  );
}
