/**
 * What there is of ours in Asterisk, and what of it nobody knows any more: legs that no process kept, what was played and recorded by
 * one that died, rooms without a leg.
 */
import type { Ari, AriBridge, AriChannel } from "./ari.ts";
import { application } from "./configuration.ts";

const ours = /^(?:core|ear|whisper|fork)-/;

export interface Estate {
  readonly channels: readonly AriChannel[];
  readonly bridges: readonly AriBridge[];
}

export async function survey(ari: Ari): Promise<Estate> {
  const [channels, bridges] = await Promise.all([
    ari.ask<readonly AriChannel[]>("GET", "/channels"),
    ari.ask<readonly AriBridge[]>("GET", "/bridges"),
  ]);
  return { channels, bridges };
}

/** `known`: ids of channels and bridges that stay. */
export async function clearLeftOvers(
  ari: Ari,
  user: string,
  estate: Estate,
  known: ReadonlySet<string>,
): Promise<void> {
  await Promise.all([
    ...estate.channels
      .filter(({ id }) => !known.has(id))
      .filter(
        ({ id, name, dialplan }) =>
          id.startsWith("trunk-") ||
          name.startsWith(`PJSIP/${user}-`) ||
          dialplan.app_data.startsWith(`${application},`),
      )
      .map(({ id }) => ari.attempt("DELETE", `/channels/${id}`)),
    ...estate.bridges
      .filter(({ id }) => ours.test(id) && !known.has(id))
      .map(({ id }) => ari.attempt("DELETE", `/bridges/${id}`)),
  ]);
}
