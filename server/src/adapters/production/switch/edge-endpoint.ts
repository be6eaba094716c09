/** The endpoint of a part's edge: made in Asterisk's memory when the part first needs it. That of the whole stands in its files. */
import { AriRefused, type Ari, type AriAccess } from "./ari.ts";
import { dialplan, edgeAor, edgeEndpoint } from "./configuration.ts";
import { edgeOf } from "./names.ts";

const path = (kind: "aor" | "endpoint", name: string): string => `/asterisk/config/dynamic/res_pjsip/${kind}/${name}`;

async function isThere(ari: Ari, name: string): Promise<boolean> {
  try {
    await ari.ask("GET", path("endpoint", name));
    return true;
  } catch (error) {
    if (error instanceof AriRefused && error.status === 404) return false;
    throw error;
  }
}

/** Rejects with what there is to do. */
async function mustBeOfToday(ari: Ari): Promise<void> {
  const found = await ari
    .ask<{ readonly value: string }>("GET", "/asterisk/variable", { variable: dialplan.variable })
    .catch((error: unknown) => {
      if (error instanceof AriRefused) return undefined;
      throw error;
    });
  if (found?.value !== dialplan.version)
    throw new Error(
      "the files of Asterisk are of another version of Liantai: write them again (npm run asterisk:config)",
    );
}

export async function ensureEndpoint(ari: Ari, { user, part }: AriAccess): Promise<void> {
  if (part === undefined) return;
  await mustBeOfToday(ari);
  const name = edgeOf(user, part);
  if (await isThere(ari, name)) return;
  const make = (kind: "aor" | "endpoint", all: Readonly<Record<string, string | number>>) =>
    ari.ask(
      "PUT",
      path(kind, name),
      {},
      { fields: Object.entries(all).map(([attribute, value]) => ({ attribute, value: String(value) })) },
    );
  await make("aor", edgeAor);
  await make("endpoint", edgeEndpoint(name, user));
}
