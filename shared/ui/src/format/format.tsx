import { Box, Badge } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { statePalettes, type StateTone } from "../theme/colors.ts";

const two = (n: number) => String(n).padStart(2, "0");

/** Whole seconds as mm:ss, from an hour on h:mm:ss. Anything negative or not finite reads 00:00. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** A state as a quiet badge: its colour, and its name for those who do not see colours. */
export function StatusBadge({ tone, children }: { readonly tone: StateTone; readonly children: ReactNode }) {
  return (
    <Badge
      colorPalette={statePalettes[tone]}
      variant="subtle"
      size="sm"
      gap="1.5"
      whiteSpace="nowrap"
      // In a narrow column it is cut.
      title={typeof children === "string" ? children : undefined}
    >
      <Box as="span" aria-hidden boxSize="6px" borderRadius="full" bg="colorPalette.solid" />
      {children}
    </Badge>
  );
}
