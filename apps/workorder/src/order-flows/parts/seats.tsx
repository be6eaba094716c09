/** Seats that a flow may name: the first ones, and others by a part of name or number (W84). */
import { flowLimits, type FlowNode } from "@liantai/api/contract/workorder";
import { optionsFrom } from "@liantai/ui";
import { seatOption } from "../../parts/seats.ts";
import type { UseSeats } from "../../parts/seat-picks.tsx";
import { SoughtField, useSought, type SoughtFieldProps } from "../../parts/sought-field.tsx";
import { flows } from "../queries.ts";

const nobody: readonly string[] = [];

/** What is asked for them by name. */
export const naming = (named: readonly string[]) => {
  const agentIds = named.filter((id) => id !== "").slice(0, flowLimits.namedSeats);
  return { body: agentIds.length === 0 ? {} : { agentIds } };
};

/** Seats that nodes name as who has them, each once and in order. */
export const seatsIn = (nodes: readonly FlowNode[]): readonly string[] =>
  [
    ...new Set(
      nodes.flatMap((node) => ("handler" in node && node.handler?.by === "seat" ? node.handler.agentIds : [])),
    ),
  ].toSorted();

export const useFlowSeats: UseSeats = (name, named = nobody) => {
  const { data: first } = flows.choices.useQuery(naming(named));
  const { data: found } = flows.choices.useQuery({ body: { name } }, { skip: name === "" });
  const data = name === "" ? first : found;
  return {
    cut: first?.moreSeats ?? false,
    options: optionsFrom(data?.seats, (seat) => seatOption(seat.agentId, seat.name)),
  };
};

interface FlowSeatFieldProps extends SoughtFieldProps {
  /** Not to be chosen. */
  readonly without?: string | undefined;
}

export function FlowSeatField({ without, ...field }: FlowSeatFieldProps) {
  const { asked, ...sought } = useSought();
  const { options, cut } = useFlowSeats(asked);
  const others = without === undefined ? options : options.filter(({ value }) => value !== without);
  return <SoughtField {...field} {...{ sought, cut }} options={others} />;
}
