/** Numbers outside: customers' pages that have them, or the network by trunks. */
import type { CallData } from "@liantai/api/contract";
import { SwitchError, type OriginateRequest } from "../../../ports/switch.ts";
import type { OutsideLines } from "../outside.ts";
import type { EngineDeps } from "./deps.ts";

const noLines: OutsideLines = {
  begin: async () => async () => undefined,
  trunks: async () => [],
  dataIn: async () => ({}),
  dataOut: async () => ({}),
};
export const lines = ({ outside = noLines }: Pick<EngineDeps, "outside">): OutsideLines => outside;

/** RFC 3966. No SIP user of ours looks so. */
const scheme = "tel:";
export const networkUser = (number: string): string => `${scheme}${number}`;
export const isNetwork = (user: string): boolean => user.startsWith(scheme);
/** The number of such a user; undefined: it is a SIP user. */
const networkNumber = (user: string): string | undefined => (isNetwork(user) ? user.slice(scheme.length) : undefined);

export type OutsideDeps = Pick<EngineDeps, "switch" | "outside" | "numbers">;

/** Only what a telephone can dial leaves for the network. */
const dialable = /^\+?[0-9*#]{1,32}$/;

export interface Outside {
  readonly user: string;
  /** That lead there; []: it is a page. */
  readonly trunks: readonly string[];
}

/**
 * Who answers at a number outside, as a call knows him; undefined: nothing leads there. What was typed on a page proves nothing (P2):
 * where a route leads to the telephone of that number, it rings, and the page does not.
 */
export async function whoOutside(
  deps: OutsideDeps,
  compId: string,
  displayed: string,
  number: string,
): Promise<Outside | undefined> {
  const page = await deps.numbers.guests.findByPhone(compId, number);
  const network = deps.switch.capabilities.trunks && dialable.test(number);
  const there = page && { user: page.user, trunks: [] };
  if (!network || (page && !page.typed)) return there;
  const trunks = await lines(deps).trunks({ compId, displayed, number });
  return trunks.length > 0 ? { user: networkUser(number), trunks } : there;
}

/** As the switch is asked. What is only for devices of ours stays here. */
export async function toOutside(
  deps: OutsideDeps,
  compId: string,
  user: string,
  request: Omit<OriginateRequest, "to">,
  data: CallData = {},
): Promise<OriginateRequest> {
  const number = networkNumber(user);
  if (number === undefined) return { ...request, to: user };
  const trunks = await lines(deps).trunks({ compId, displayed: request.from, number });
  if (trunks.length === 0) throw new SwitchError("unreachable", "no route leads there");
  const { fromName: _, autoAnswer: __, ...plain } = request;
  // A call is not lost over what goes with it.
  const told = await lines(deps)
    .dataOut(trunks, data)
    .catch(() => ({}));
  return { ...plain, to: { number, trunks, ...told } };
}
