/**
 * What a process that died left in Asterisk. Its legs have lost their SIP side with it and the engine closes its calls, so nobody
 * will ever hang them up.
 */
import type { Ari, AriChannel } from "./ari.ts";
import { application } from "./configuration.ts";

const ours = /^(?:core|ear|whisper|fork)-/;

export async function clearLeftOvers(ari: Ari, user: string): Promise<void> {
  const [channels, bridges] = await Promise.all([
    ari.ask<readonly AriChannel[]>("GET", "/channels"),
    ari.ask<readonly { readonly id: string }[]>("GET", "/bridges"),
  ]);
  await Promise.all([
    ...channels
      .filter(
        ({ id, name, dialplan }) =>
          id.startsWith("trunk-") ||
          name.startsWith(`PJSIP/${user}-`) ||
          dialplan.app_data.startsWith(`${application},`),
      )
      .map(({ id }) => ari.attempt("DELETE", `/channels/${id}`)),
    ...bridges.filter(({ id }) => ours.test(id)).map(({ id }) => ari.attempt("DELETE", `/bridges/${id}`)),
  ]);
}
