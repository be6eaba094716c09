/** Seats to name among those that the server offers; others are looked for by a part of name or number (W82, W84). */
import { Stack } from "@chakra-ui/react";
import type { Option } from "@liantai/ui";
import type { Pairs } from "@liantai/ui/board";
import { useState, type ReactNode } from "react";
import { SoughtInput, useOffered, useSought } from "./sought-field.tsx";

/** Those whose name or number has the text, and of `named` what is known of them; the same function throughout. */
export type UseSeats = (
  name: string,
  named?: readonly string[],
) => {
  readonly options: readonly Option[];
  /** There are more than the first ones. */
  readonly cut: boolean;
};

interface SeatPicksProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly useSeats: UseSeats;
  readonly children: (seats: Pairs) => ReactNode;
}

export function SeatPicks({ label, chosen, useSeats, children }: SeatPicksProps) {
  const { asked, ...sought } = useSought();
  // Who is chosen later was offered, and keeps his name.
  const [first] = useState(chosen);
  const { options, cut } = useSeats(asked, first);
  const offered = useOffered(options, chosen);
  const missing = chosen.filter((one) => one !== "" && offered.every(({ value }) => String(value) !== one));
  return (
    <Stack gap="1">
      {children([
        ...missing.map((one) => [one, one] as const),
        ...offered.map(({ value, label: text }) => [String(value), text] as const),
      ])}
      {cut && <SoughtInput label={label} {...sought} />}
    </Stack>
  );
}
