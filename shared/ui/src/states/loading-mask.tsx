import { Center, Spinner, Text } from "@chakra-ui/react";
import { masks } from "@liantai/api/contract/base";
import { useContext, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { LayerContext } from "../app-root/pane-context.ts";

/** Whether a mask still stands: while `busy`, for `limit` ms at the most. */
export function useHeld(busy: boolean, limit: number = masks.normal): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setOver(true), limit);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [busy, limit]);
  return busy && !over;
}

interface MaskProps {
  readonly busy: boolean;
  readonly text: string;
  /** ms; it closes by then, whatever goes on beneath. */
  readonly limit?: number;
}

/** Covers its positioned parent. Waits for a moment before it is seen: what takes less does not flash. */
export function LoadingMask({ busy, text, limit }: MaskProps) {
  return useHeld(busy, limit) ? (
    <Center
      role="status"
      position="absolute"
      inset="0"
      zIndex="20"
      gap="2"
      bg="bg/80"
      color="fg"
      animation="fade-in"
      animationDuration="150ms"
      animationDelay="200ms"
      animationFillMode="backwards"
    >
      <Spinner size="sm" />
      <Text>{text}</Text>
    </Center>
  ) : null;
}

/** The same over the whole tab, its open sheets too. Bar, menu and the other tabs stay in reach. */
export function TabMask(props: MaskProps) {
  const layer = useContext(LayerContext);
  const mask = <LoadingMask {...props} />;
  return layer?.element ? createPortal(mask, layer.element) : mask;
}
