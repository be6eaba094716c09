/** Keys of engines lie sealed and are opened for a request alone; a stored key goes to no other host than it was typed for. */
import type { SpeechEngine } from "../../ports/speech.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Sealer } from "../system/index.ts";
import type { EngineRow } from "./repository.ts";

// The name is the context: it is unique, and known before the id is.
const context = (name: string): string => `speech-engine/${name}`;
const originOf = (address: string): string => (address === "" ? "" : new URL(address).host);

/** What was typed, with what is stored where nothing was. Throws AppError. */
export function sealedKey(
  sealer: Sealer,
  typed: { readonly name: string; readonly address: string; readonly key?: string | undefined },
  before: EngineRow | undefined,
): string {
  if (typed.key) return sealer.seal(typed.key, context(typed.name));
  if (!before || before.keySealed === "") return "";
  if (originOf(before.address) !== originOf(typed.address))
    throw fieldRefusal("key", "密钥", "引擎地址已更换，请重新填写密钥");
  if (before.name === typed.name) return before.keySealed;
  return sealer.seal(sealer.unseal(before.keySealed, context(before.name)), context(typed.name));
}

/** An engine as the Speech port is given it. */
export const openEngine = (sealer: Sealer, row: EngineRow): SpeechEngine => ({
  id: row.id,
  provider: row.provider,
  address: row.address,
  key: row.keySealed === "" ? "" : sealer.unseal(row.keySealed, context(row.name)),
  voices: row.voices,
  timeoutMs: row.timeoutMs,
  allowsPrivate: row.allowsPrivate === 1,
});
