/** What every Blobs store does. */
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Blobs } from "./blobs.ts";
import { BlobMissing } from "./blobs.ts";

export function blobsContract(
  name: string,
  make: () => Promise<{ readonly blobs: Blobs; close(): Promise<void> }>,
): void {
  describe(`Blobs: ${name}`, () => {
    let blobs: Blobs;
    let close: () => Promise<void>;
    let folder: string;
    beforeAll(async () => {
      ({ blobs, close } = await make());
      folder = await mkdtemp(join(tmpdir(), "liantai-blobs-"));
    });
    afterAll(async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    });

    const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n));
    const read = async (key: string, range?: { start: number; end: number }): Promise<Buffer> =>
      buffer(await blobs.read(key, range));

    test("what is put is read, whole and in part", async () => {
      expect(await blobs.put("recordings/100001/a.wav", bytes)).toEqual({ key: "recordings/100001/a.wav", bytes: 256 });
      expect(await read("recordings/100001/a.wav")).toEqual(bytes);
      expect(await read("recordings/100001/a.wav", { start: 10, end: 19 })).toEqual(bytes.subarray(10, 20));
      expect(await blobs.stat("recordings/100001/a.wav")).toEqual({ key: "recordings/100001/a.wav", bytes: 256 });
    });
    test("put again replaces", async () => {
      await blobs.put("twice", bytes);
      await blobs.put("twice", Buffer.from("new"));
      expect((await read("twice")).toString()).toBe("new");
    });
    test("an adopted file is gone from where it was", async () => {
      const path = join(folder, "finished.wav");
      await writeFile(path, bytes);
      expect(await blobs.adopt("recordings/b.wav", path)).toEqual({ key: "recordings/b.wav", bytes: 256 });
      expect(await read("recordings/b.wav")).toEqual(bytes);
      await expect(access(path)).rejects.toMatchObject({ code: "ENOENT" });
    });
    test("what is not there: stat is undefined, read rejects, delete is content", async () => {
      await blobs.put("gone", bytes);
      await blobs.delete("gone");
      await blobs.delete("gone");
      expect(await blobs.stat("gone")).toBeUndefined();
      await expect(blobs.read("gone")).rejects.toBeInstanceOf(BlobMissing);
      await expect(blobs.read("recordings")).rejects.toBeInstanceOf(BlobMissing);
      await expect(blobs.adopt("never", join(folder, "never"))).rejects.toThrow();
      expect(await blobs.stat("never")).toBeUndefined();
    });
    test.each([
      "",
      "/etc/passwd",
      "../a",
      "a/../../b",
      "a//b",
      "a/",
      "a/.b",
      ".hidden",
      "A",
      "a b",
      "a\\b",
      "a\0b",
      "a/..",
      "x".repeat(600),
      "呼叫",
    ])("key %j is refused by every verb", async (key) => {
      const verbs: (() => Promise<unknown>)[] = [
        () => blobs.put(key, bytes),
        () => blobs.read(key),
        () => blobs.stat(key),
        () => blobs.delete(key),
        () => blobs.adopt(key, join(folder, "x")),
      ];
      for (const verb of verbs) {
        await expect(Promise.resolve().then(verb)).rejects.toBeInstanceOf(RangeError);
      }
    });
  });
}
