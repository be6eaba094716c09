/** What a call over a trunk brings with it. */
import type { Ari } from "../ari.ts";

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
