/**
 * What there is of ours in Asterisk, and what of it nobody knows any more: legs that no process kept, what was played and recorded by
 * one that died, rooms without a leg.
 */
import type { Ari, AriAccess, AriBridge, AriChannel } from "./ari.ts";
import { bridgesOf, dialledBy, edgeOf } from "./names.ts";

export interface Estate {
  readonly channels: readonly AriChannel[];
  readonly bridges: readonly AriBridge[];
}

export type Survey = (ari: Pick<Ari, "ask">) => Promise<Estate>;

export async function survey(ari: Pick<Ari, "ask">): Promise<Estate> {
  const [channels, bridges] = await Promise.all([
    ari.ask<readonly AriChannel[]>("GET", "/channels"),
    ari.ask<readonly AriBridge[]>("GET", "/bridges"),
  ]);
  return { channels, bridges };
}

/** Of several who ask at once, one asks: what it is told was so after each of them began. */
export function surveyedTogether(ari: Pick<Ari, "ask">): Survey {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Estate> | undefined;
  return () =>
    (next ??= running.then(() => {
      next = undefined;
      const now = survey(ari);
      running = now.catch(() => undefined);
      return now;
    }));
}

/** `known`: ids of channels and bridges that stay. */
export async function clearLeftOvers(
  ari: Ari,
  { user, part }: AriAccess,
  estate: Estate,
  known: ReadonlySet<string>,
): Promise<void> {
  const [bridges, dialled, edge] = [bridgesOf(part), dialledBy(part), `PJSIP/${edgeOf(user, part)}-`];
  await Promise.all([
    ...estate.channels
      .filter(({ id }) => !known.has(id))
      .filter(
        ({ id, name, dialplan }) =>
          dialled.test(id) || name.startsWith(edge) || dialplan.app_data.startsWith(`${ari.application},`),
      )
      .map(({ id }) => ari.attempt("DELETE", `/channels/${id}`)),
    ...estate.bridges
      .filter(({ id }) => bridges.test(id) && !known.has(id))
      .map(({ id }) => ari.attempt("DELETE", `/bridges/${id}`)),
  ]);
}
