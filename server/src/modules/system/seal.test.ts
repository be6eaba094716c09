import { mkdtemp, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSealer, extensionSealContext, SealBroken, sealerOf } from "./index.ts";

const context = extensionSealContext("100001", "1001");

describe("the installation key", () => {
  test("is made once, is readable by its owner only, and is the same for processes that start together", async () => {
    const dir = await mkdtemp(join(tmpdir(), "liantai-seal-"));
    const sealers = await Promise.all([createSealer(dir), createSealer(dir), createSealer(dir)]);
    const sealed = sealers[0].seal("secret", context);
    for (const sealer of [...sealers, await createSealer(dir)]) expect(sealer.unseal(sealed, context)).toBe("secret");
    const file = join(dir, "keys", "installation.key");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file)).toHaveLength(32);
  });
});

describe("sealing", () => {
  const sealer = sealerOf(Buffer.alloc(32, 7));

  test("opens only with its key, its context and unchanged bytes", () => {
    const sealed = sealer.seal("密码 p@ss", context);
    expect(sealed).not.toContain("p@ss");
    expect(sealer.unseal(sealed, context)).toBe("密码 p@ss");
    expect(sealer.seal("密码 p@ss", context)).not.toBe(sealed);
    expect(() => sealerOf(Buffer.alloc(32, 8)).unseal(sealed, context)).toThrow(SealBroken);
    expect(() => sealer.unseal(sealed, extensionSealContext("100002", "1001"))).toThrow(SealBroken);
    expect(() => sealer.unseal(`${sealed.slice(0, -2)}AA`, context)).toThrow(SealBroken);
    expect(() => sealer.unseal("plain", context)).toThrow(SealBroken);
  });

  test("signatures hold for one text and one context", () => {
    const signature = sealer.sign("a.b", "refresh");
    expect(sealer.isSigned("a.b", signature, "refresh")).toBe(true);
    expect(sealer.isSigned("a.c", signature, "refresh")).toBe(false);
    expect(sealer.isSigned("a.b", signature, "other")).toBe(false);
    expect(sealer.isSigned("a.b", "", "refresh")).toBe(false);
  });
});
