/** Channels that hear what a leg says, or are heard by it. Their ids tell which, also to a process that did not make them. */
import { randomUUID } from "node:crypto";
import type { LegId } from "../../../ports/switch.ts";
import type { Ari } from "./ari.ts";

const named = /^snoop-(in|out)-(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** in: it says what the leg says. */
export function snoopOf(channel: string): { readonly way: "in" | "out"; readonly leg: LegId } | undefined {
  const [, way, leg] = named.exec(channel) ?? [];
  return leg === undefined ? undefined : { way: way === "in" ? "in" : "out", leg };
}

/** A channel that hears what a leg says, or is heard by it; undefined when the leg is gone. */
export async function snoop(
  ari: Ari,
  leg: LegId,
  channel: string | undefined,
  what: { readonly spy: "in" } | { readonly whisper: "out" },
): Promise<string | undefined> {
  if (channel === undefined) return undefined;
  const snoopId = `snoop-${"spy" in what ? "in" : "out"}-${leg}-${randomUUID()}`;
  const { arrived, forget } = ari.entered(snoopId);
  const made = await ari.attempt("POST", `/channels/${channel}/snoop`, {
    spy: "none",
    whisper: "none",
    ...what,
    snoopId,
    app: ari.application,
    appArgs: "snoop",
  });
  if (!made) return (forget(), undefined);
  await arrived;
  return snoopId;
}
