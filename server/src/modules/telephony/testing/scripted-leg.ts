/** What a scripted switch knows of a leg. */
import type { Timer } from "../../../ports/clock.ts";
import {
  SwitchError,
  type AudioSource,
  type Hearing,
  type LegId,
  type OriginateRequest,
  type Trunk,
} from "../../../ports/switch.ts";

export interface Leg {
  readonly id: LegId;
  readonly user: string;
  readonly incoming: boolean;
  readonly since: number;
  readonly request?: OriginateRequest;
  /** Whose limit it counts against. */
  readonly trunk?: string | undefined;
  answered: boolean;
  room?: string | undefined;
  hearing?: Hearing | undefined;
  play?: { readonly id: string; readonly sounds: string; readonly timer?: Timer };
  ring?: Timer;
}

export const sound = (source: AudioSource | undefined): string =>
  source?.kind === "file" ? `file ${source.path}` : (source?.kind ?? "silence");

/** What the limits of these trunks leave; one that was not provisioned has none. */
export function roomOver(trunks: readonly Trunk[], legs: Iterable<Leg>, ids: readonly string[]): number {
  const live = [...legs];
  const rooms = ids.map((id) => {
    const { concurrency = 0 } = trunks.find((trunk) => trunk.id === id) ?? {};
    const used = live.filter(({ trunk }) => trunk === id).length;
    return concurrency === 0 ? Number.POSITIVE_INFINITY : Math.max(0, concurrency - used);
  });
  return rooms.reduce((sum, room) => sum + room, 0);
}

/** The first with room. Throws where all are full; undefined: it is no number of the network. */
export function trunkFor(
  trunks: readonly Trunk[],
  legs: Iterable<Leg>,
  { to }: Pick<OriginateRequest, "to">,
): string | undefined {
  if (typeof to === "string" || to.trunks.length === 0) return undefined;
  const live = [...legs];
  const found = to.trunks.find((id) => roomOver(trunks, live, [id]) > 0);
  if (found === undefined) throw new SwitchError("unreachable", "every trunk is full");
  return found;
}
