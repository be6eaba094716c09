/**
 * The RSA-OAEP pair that encrypts passwords on the way. Made at first need, kept in `setting` for every process, its private
 * half sealed with the installation's key (modules/system/seal.ts).
 */
import { createHash, createPrivateKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import type { Database } from "../../ports/database.ts";
import { readSetting, writeSettingOnce, type Sealer } from "../system/index.ts";

export interface PasswordKey {
  readonly kid: string;
  /** base64 of the DER SubjectPublicKeyInfo. */
  readonly spki: string;
  readonly privateKey: KeyObject;
}

interface StoredKey {
  readonly kid: string;
  readonly spki: string;
  readonly sealed: string;
}

const setting = "auth.passwordKey";
// OAEP with SHA-256 leaves 318 bytes for {password, at}: 128 characters fit whatever they are escaped to in practice.
const modulusLength = 3072;

export function createPasswordKeys(database: Database, sealer: Sealer): { current(): Promise<PasswordKey> } {
  let loaded: Promise<PasswordKey> | undefined;

  async function load(): Promise<PasswordKey> {
    // system: an installation-wide setting, not a tenant's.
    const stored = ((await database.system((trx) => readSetting(trx, setting))) ?? (await make())) as StoredKey;
    return {
      kid: stored.kid,
      spki: stored.spki,
      privateKey: createPrivateKey({
        key: Buffer.from(sealer.unseal(stored.sealed, setting), "base64"),
        format: "der",
        type: "pkcs8",
      }),
    };
  }

  async function make(): Promise<unknown> {
    const pair = await promisify(generateKeyPair)("rsa", { modulusLength });
    const spki = pair.publicKey.export({ format: "der", type: "spki" });
    const sealed = sealer.seal(pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"), setting);
    const kid = createHash("sha256").update(spki).digest("base64url").slice(0, 16);
    // Of two processes that make one at once the first row wins.
    return database.system((trx) =>
      writeSettingOnce(trx, setting, { kid, spki: spki.toString("base64"), sealed } satisfies StoredKey),
    );
  }

  return {
    current() {
      loaded ??= load().catch((error: unknown) => {
        loaded = undefined;
        throw error;
      });
      return loaded;
    },
  };
}
