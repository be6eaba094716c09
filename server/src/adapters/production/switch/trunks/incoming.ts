/** A call that comes in over a trunk: what it brings with it, and which part of the switch it goes on to. */
import type { HangupCause } from "../../../../ports/switch.ts";
import type { Ari, AriChannel } from "../ari.ts";
import { contexts } from "../configuration.ts";

const MOST = 20;

/** Its X- headers but our own. */
export async function calledIn(ari: Ari, channel: string): Promise<Record<string, string>> {
  const read = (variable: string): Promise<string | undefined> =>
    ari.ask<{ readonly value: string }>("GET", `/channels/${channel}/variable`, { variable }).then(
      ({ value }) => value,
      () => undefined,
    );
  // An empty value is none to Asterisk.
  const listed = (await read("PJSIP_HEADERS(X-)")) ?? "";
  const names = [...new Set(listed.split(",").map((name) => name.trim()))]
    .filter((name) => /^X-[A-Za-z0-9-]{1,60}$/i.test(name) && !/^X-Liantai-/i.test(name))
    .slice(0, MOST);
  const values = await Promise.all(names.map((name) => read(`PJSIP_HEADER(read,${name})`)));
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""]));
}

/** Who may have a call that comes in: the part of an enterprise, or why nobody does. */
export type Admit = (call: {
  readonly to: string;
  readonly from: string;
}) => Promise<{ readonly part: string } | HangupCause>;

/** By the dialplan: whose a channel is then can be read from Asterisk, whoever asks. */
export async function goOn(
  ari: Ari,
  { id, caller }: AriChannel,
  to: string,
  admit: Admit,
  refuse: (cause: HangupCause) => Promise<unknown>,
): Promise<void> {
  const who = await admit({ to, from: caller.number }).catch((): HangupCause => "failed");
  if (typeof who === "string") return void (await refuse(who));
  await ari.attempt("POST", `/channels/${id}/continue`, {
    context: contexts.parts,
    extension: who.part,
    priority: 1,
  });
}
