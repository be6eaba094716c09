/** Buttons and keys to the one before and behind in the list, where there is any. */
import { Button, HStack } from "@chakra-ui/react";
import { useIsActive } from "@liantai/ui";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect } from "react";
import type { Stepping } from "./stepping.ts";

/** Alt with the arrows: to the record before or behind, wherever one is in the sheet. */
export function useStepKeys(stepping: Stepping | undefined): void {
  const { previous, next } = stepping ?? {};
  const isActive = useIsActive();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A sheet of a tab behind is open, too.
      const step = event.altKey && isActive() && { ArrowUp: previous, ArrowDown: next }[event.key];
      if (!step) return;
      event.preventDefault();
      step();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [previous, next, isActive]);
}

export function Steps({ stepping }: { readonly stepping: Stepping | undefined }) {
  const { previous, next } = stepping ?? {};
  if (!previous && !next) return null;
  return (
    <HStack gap="1" me="auto">
      <Button size="xs" variant="ghost" colorPalette="gray" title="Alt+↑" disabled={!previous} onClick={previous}>
        <ChevronUp aria-hidden />
        上一条
      </Button>
      <Button size="xs" variant="ghost" colorPalette="gray" title="Alt+↓" disabled={!next} onClick={next}>
        <ChevronDown aria-hidden />
        下一条
      </Button>
    </HStack>
  );
}
