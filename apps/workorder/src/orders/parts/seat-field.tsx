/** A seat to choose (W82). */
import { SoughtField, useSought, type SoughtFieldProps } from "../../parts/sought-field.tsx";
import { useSeats } from "./choices.ts";

export interface SeatFieldProps extends SoughtFieldProps {
  /** With whether each is there, and how much he has. */
  readonly busy?: boolean;
  /** Not to be chosen. */
  readonly without?: string | undefined;
}

export function SeatField({ busy = false, without, ...field }: SeatFieldProps) {
  const { asked, ...sought } = useSought();
  const seats = useSeats(asked);
  const all = busy ? seats.busy : seats.options;
  const options = without === undefined ? all : all.filter(({ value }) => value !== without);
  return <SoughtField {...field} {...{ sought, options }} cut={seats.cut} />;
}
