/**
 * Seals secrets that must be read back in plain text (SIP passwords, the sign-in private key) with one key of the
 * installation: 32 random bytes in DATA_DIR/keys/installation.key, mode 0600. The key never enters the database, so a
 * leaked dump or backup opens nothing; processes on several machines share the file like any other deployed secret.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface Sealer {
  /** AES-256-GCM. `context` says what the secret belongs to: a value moved to another row does not open. */
  seal(plain: string, context: string): string;
  /** Throws SealBroken on a wrong key, a wrong context or changed bytes. */
  unseal(sealed: string, context: string): string;
  /** Proves that this installation made `text`; base64url HMAC-SHA-256. */
  sign(text: string, context: string): string;
  isSigned(text: string, signature: string, context: string): boolean;
}

export class SealBroken extends Error {
  constructor(context: string) {
    super(`a sealed value (${context}) does not open with this installation's key`);
    this.name = "SealBroken";
  }
}

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const version = "v1.";

export function sealerOf(key: Uint8Array): Sealer {
  if (key.length !== keyBytes) throw new RangeError(`an installation key has ${keyBytes} bytes`);
  const derive = (use: string) =>
    createSecretKey(Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), `liantai ${use}`, keyBytes)));
  const sealing = derive("seal");
  const signing = derive("sign");
  const sign = (text: string, context: string) => createHmac("sha256", signing).update(`${context}\n${text}`).digest();
  return {
    seal(plain, context) {
      // The IV comes from the system, never from the Random port: a repeated IV would break GCM.
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", sealing, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return version + Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
    },
    unseal(sealed, context) {
      try {
        if (!sealed.startsWith(version)) throw new SealBroken(context);
        const bytes = Buffer.from(sealed.slice(version.length), "base64url");
        const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, ivBytes)).setAAD(
          Buffer.from(context),
        );
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
      } catch {
        throw new SealBroken(context);
      }
    },
    sign: (text, context) => sign(text, context).toString("base64url"),
    isSigned(text, signature, context) {
      const given = Buffer.from(signature, "base64url");
      const right = sign(text, context);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/** Opens the installation's key in `dataDir`, making it at first need. */
export async function createSealer(dataDir: string): Promise<Sealer> {
  const folder = join(dataDir, "keys");
  const file = join(folder, "installation.key");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const existing = await readFile(file).catch(() => undefined);
  if (existing) return sealerOf(existing);
  // Written beside and linked: of two processes that start at once one key wins, and it is whole.
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, randomBytes(keyBytes), { mode: 0o600, flag: "wx" });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return sealerOf(await readFile(file));
}

/** What an extension's SIP password is sealed for. */
export const extensionSealContext = (compId: string, extension: string): string => `extension/${compId}/${extension}`;
