import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestOf, shapesOf } from "../testing/type-shape.ts";
import { snapshotVersion } from "./snapshots.ts";

test("K35 the version of snapshots is that of their shape: when this fails, write the new one into snapshots.ts", () => {
  // In a process of its own: TypeScript runs five times slower within jest.
  const tool = join(__dirname, "../../../tools/snapshot-version.ts");
  const { status, stderr } = spawnSync(process.execPath, [tool], { encoding: "utf8" });
  expect([stderr, status]).toEqual(["", 0]);
  expect(snapshotVersion).toMatch(/^[0-9a-f]{8}$/);
});

describe("the digest of a shape", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "liantai-shape-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const shape = async (text: string): Promise<string> => {
    const file = join(folder, "shape.ts");
    await writeFile(file, text);
    return shapesOf(file, ["Kept"], "v")[0] as string;
  };

  test("follows every name, and is the same for what is written otherwise and means the same", async () => {
    const one = "interface Part { a: string; b?: 1 | 2 } export interface Kept { v: 1; parts: readonly Part[] }";
    const same =
      "type B = 2 | 1; type Part = { readonly b?: B } & { a: string }; export type Kept = { parts: Part[]; v: 7 };";
    expect(await shape(one)).toBe("{parts:[{a:string;b?:1|2}]}");
    expect(await shape(same)).toBe("{parts:[{a:string;b?:1|2}]}");
  });

  test("K35 changes with a field, a word or an option further in", async () => {
    const written = await Promise.all(
      ["{ a: 'x' }", "{ a?: 'x' }", "{ a: 'x' | 'y' }", "{ a: 'x'; b: number }", "{ a: 'x' | undefined }"].map(
        async (part, n) => {
          const file = join(folder, `part-${n}.ts`);
          await writeFile(file, `type Part = ${part}; export interface Kept { parts: Record<string, Part> }`);
          return shapesOf(file, ["Kept"], "v")[0] as string;
        },
      ),
    );
    // JSON leaves out what is undefined.
    expect(written[4]).toBe(written[1]);
    expect(new Set(written.map((each) => digestOf([each]))).size).toBe(4);
  });

  test("what JSON has no word for is refused, and a type within itself has an end", async () => {
    await expect(shape("export interface Kept { at: { when: Map<string, 1> } }")).rejects.toThrow(
      "Kept.at.when is Map",
    );
    await expect(shape("export interface Kept { run(): void }")).rejects.toThrow("Kept.run is a function");
    expect(await shape("export interface Kept { next?: Kept }")).toBe("{next?:^1}");
  });
});
