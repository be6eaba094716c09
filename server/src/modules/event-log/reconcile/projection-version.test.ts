import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reachedCode } from "../testing/reached-code.ts";

test("K88 the version of rows is that of the code that makes them: when this fails, the tool says what to do", () => {
  // In a process of its own: TypeScript runs five times slower within jest.
  const tool = join(__dirname, "../../../tools/projection-version.ts");
  const { status, stderr } = spawnSync(process.execPath, [tool], { encoding: "utf8" });
  expect([stderr, status]).toEqual(["", 0]);
});

describe("the code that is reached", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "liantai-code-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const reached = async (main: string, other = "export const most: number = 5;\nexport const rest = 1;") => {
    await writeFile(join(folder, "other.ts"), other);
    await writeFile(join(folder, "main.ts"), `import { most, rest } from "./other.ts";\n${main}`);
    return reachedCode({ [join(folder, "main.ts")]: ["row"] });
  };
  const main = "const half = (n: number) => n / 2;\nexport const row = (n: number) => ({ n: half(n), most });";

  test("is what is named, in other files too, and nothing else", async () => {
    expect(await reached(main)).toEqual([
      "half = ( n ) => n / 2",
      "most = 5",
      "row = ( n ) => ( { n : half ( n ) , most } )",
    ]);
    expect(() => reachedCode({ [join(folder, "main.ts")]: ["none"] })).toThrow("has no none");
  });

  test("is the same with other comments, types, layout and neighbours", async () => {
    const same =
      "interface Row { n: number }\n/** Of a number. */\nfunction other() { return rest; }\n" +
      "export const row = (\n  n: number, // Its own.\n): unknown => ({ n: half(n)!, most, } as Row);\nconst half = (n: any) => n / 2;";
    expect(await reached(same)).toEqual(await reached(main));
  });

  test("K88 is another one when what is named further in changes", async () => {
    expect(await reached(main, "export const most = 6;\nexport const rest = 1;")).not.toEqual(await reached(main));
    expect(await reached(main.replace("n / 2", "n / 3"))).not.toEqual(await reached(main));
    expect(await reached(main, "export const most = 5;\nexport const rest = 2;")).toEqual(await reached(main));
  });
});
