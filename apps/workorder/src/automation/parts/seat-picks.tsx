/** Seats that an action may name. */
import { Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { Pairs } from "../../order-flows/parts/surroundings.ts";
import { useSeats } from "../../orders/parts/choices.ts";
import { SoughtInput, useOffered, useSought } from "../../parts/sought-field.tsx";

/** All that there are; undefined: those that the server offers, and others by a part of name or number (W82). */
export type SeatsToName = Pairs | undefined;

interface PicksProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly children: (seats: Pairs) => ReactNode;
}

function Sought({ label, chosen, children }: PicksProps) {
  const { asked, ...sought } = useSought();
  const { options, cut } = useSeats(asked);
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

export const SeatPicks = ({ seats, ...props }: PicksProps & { readonly seats: SeatsToName }) =>
  seats ? props.children(seats) : <Sought {...props} />;
