/** What every Blobs store does. */
import { createHash } from "node:crypto";
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

    const sha256 = (data: Uint8Array): string => createHash("sha256").update(data).digest("hex");
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
    test("a file of many megabytes is adopted whole, and read where it is asked for", async () => {
      // More than two parts of any store's multipart upload, the last one short.
      const large = Buffer.alloc(17 * 1024 * 1024 + 12_345, "0123456789abcdef");
      large.writeUInt32BE(0xdeadbeef, 8 * 1024 * 1024 - 2);
      const path = join(folder, "large.wav");
      await writeFile(path, large);
      expect(await blobs.adopt("recordings/large.wav", path)).toEqual({
        key: "recordings/large.wav",
        bytes: large.length,
      });
      expect(sha256(await read("recordings/large.wav"))).toBe(sha256(large));
      const [start, end] = [8 * 1024 * 1024 - 10, 8 * 1024 * 1024 + 9];
      expect(await read("recordings/large.wav", { start, end })).toEqual(large.subarray(start, end + 1));
      await expect(access(path)).rejects.toMatchObject({ code: "ENOENT" });
    });
    test("an empty blob is one", async () => {
      await blobs.put("empty", new Uint8Array());
      const path = join(folder, "empty.wav");
      await writeFile(path, "");
      await blobs.adopt("empty-file", path);
      expect(await blobs.stat("empty")).toEqual({ key: "empty", bytes: 0 });
      expect(await read("empty-file")).toHaveLength(0);
    });
    test("a range that reaches over the end gives what there is; one behind the end gives nothing", async () => {
      await blobs.put("short", bytes);
      expect(await read("short", { start: 250, end: 999 })).toEqual(bytes.subarray(250));
      expect(await read("short", { start: 256, end: 999 })).toHaveLength(0);
    });
    test("keys are listed by their beginning, in order, with their sizes", async () => {
      // 'a/' and 'a-': a folder stands among the names as its key does.
      const keys = ["list/a-1", "list/a.wav", "list/a/1", "list/a/2", "list/b", "listed"];
      for (const key of [...keys].reverse()) await blobs.put(key, bytes.subarray(0, key.length));
      const list = async (prefix: string) => {
        const found = [];
        for await (const info of blobs.list(prefix)) found.push(info);
        return found;
      };
      const as = (...some: string[]) => some.map((key) => ({ key, bytes: key.length }));
      expect(await list("list/")).toEqual(as(...keys.slice(0, 5)));
      expect(await list("list/a/")).toEqual(as("list/a/1", "list/a/2"));
      expect(await list("list")).toEqual(as(...keys));
      expect(await list("nothing/here")).toEqual([]);
      const all = (await list("")).map(({ key }) => key);
      expect(all).toEqual([...all].sort());
      expect(all).toEqual(expect.arrayContaining(keys));
      expect(() => blobs.list("../")).toThrow(RangeError);
    });
    test("a store that works answers a ping", async () => {
      await expect(blobs.ping()).resolves.toBeUndefined();
    });
    test("whoever reads while it is replaced has the old one or the new one, whole", async () => {
      const [old, next] = [Buffer.alloc(100_000, "a"), Buffer.alloc(100_000, "b")];
      await blobs.put("both", old);
      const [found] = await Promise.all([read("both"), blobs.put("both", next)]);
      expect([sha256(old), sha256(next)]).toContain(sha256(found));
      expect(sha256(await read("both"))).toBe(sha256(next));
    });
    test("an address for browsers, where there is one, gives the blob under its name", async () => {
      await blobs.put("linked", bytes);
      const url = await blobs.link("linked", {
        disposition: "attachment; filename*=UTF-8''%E5%BD%95%E9%9F%B3.wav",
        contentType: "audio/wav",
        seconds: 60,
      });
      // A folder has none.
      expect(url !== undefined).toBe(blobs.shared);
      if (url === undefined) return;
      const reply = await fetch(url);
      expect(reply.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''%E5%BD%95%E9%9F%B3.wav");
      expect(reply.headers.get("content-type")).toBe("audio/wav");
      expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes);
      const piece = await fetch(url, { headers: { range: "bytes=10-19" } });
      expect(piece.status).toBe(206);
      expect(Buffer.from(await piece.arrayBuffer())).toEqual(bytes.subarray(10, 20));
      // The address of one blob is not the address of another.
      expect((await fetch(url.replace("linked", "twice"))).status).toBe(403);
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
        () => blobs.link(key, { disposition: "attachment", contentType: "audio/wav", seconds: 60 }),
      ];
      for (const verb of verbs) {
        await expect(Promise.resolve().then(verb)).rejects.toBeInstanceOf(RangeError);
      }
    });
  });
}
