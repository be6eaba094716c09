/**
 * What an enterprise may hand a flow to hold everybody up (acceptance checks E4 and E12 of flows). A ZIP of a gigabyte of zeros, one of
 * 10,000 files and one that lies about its size, refused as an import does it, over a plain reader that inflates the first; by CPU time
 * and by what the process grew. Expressions: the dearest that is let run, and the dearest that is refused, each new to the server, over
 * an ordinary one that is new, too; every one of them stands in the way of all calls for as long as it takes.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bomb, evaluated, inflated, refusalOf } from "@liantai/server/testing/flow-limits";
import { compare, median, type Measured } from "./lib/result.ts";

const rounds = 7;
const megabytes = 1_024;

interface Cost {
  readonly ms: number;
  readonly grownMb: number;
}

async function cost(act: () => unknown): Promise<Cost> {
  const before = process.memoryUsage().rss;
  const from = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(from);
  return { ms: (user + system) / 1_000, grownMb: (process.memoryUsage().rss - before) / 1_048_576 };
}

const middle = async (act: (round: number) => unknown): Promise<number> => {
  const costs: number[] = [];
  for (let round = 0; round < rounds; round++) costs.push((await cost(() => act(round))).ms);
  return median(costs);
};

/** In the directory at the end of the file, and before the entry itself: a kilobyte, as it were. */
function lying(path: string, to: string): void {
  const bytes = readFileSync(path);
  const said = Buffer.alloc(4);
  said.writeUInt32LE(megabytes * 1_048_576);
  const small = Buffer.alloc(4);
  small.writeUInt32LE(1_024);
  for (let at = bytes.indexOf(said); at >= 0; at = bytes.indexOf(said, at + 4)) small.copy(bytes, at);
  writeFileSync(to, bytes);
}

const hundred = `[${Array.from({ length: 90 }, (_, i) => i).join(",")}]`;
const vars = { text: "a".repeat(1_000), many: Array.from({ length: 100 }, () => "a".repeat(290)), keys: "12" };
/** n: another text each time, so that nothing of it is kept. */
const runs: Readonly<Record<string, (n: number) => string>> = {
  runsAway: (n) => `text.matches("(a+)+$") && ${n} > 0`,
  largestPattern: (n) => `text.matches("(a{0,10}){0,20}b") || ${n} > 0`,
  wholeList: (n) => `many.all(a, a != "${n}")`,
};
const refused: Readonly<Record<string, (n: number) => string>> = {
  listsInLists: (n) => `${hundred}.all(a, ${hundred}.all(b, ${hundred}.all(c, a + b + c >= ${n})))`,
  patternsInList: (n) => `many.all(a, a.matches("(a{0,10}){0,20}b${n}"))`,
  megabyte: (n) => `"${"a".repeat(1_000_000)}${n}" == ""`,
  brackets: (n) => `${"(".repeat(490)}${n}${")".repeat(490)}`,
};

async function dearest(of: Readonly<Record<string, (n: number) => string>>, isError: boolean) {
  const costs: [string, number][] = [];
  for (const [name, text] of Object.entries(of)) {
    const ms = await middle((round) => {
      const answer = evaluated(text(round), vars) as { readonly error?: string };
      if ((answer.error !== undefined) !== isError) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    });
    costs.push([name, ms]);
  }
  return costs;
}

export async function run(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "liantai-bombs-"));
  const at = (name: string) => join(folder, name);
  try {
    await bomb(at("zeros.zip"), { megabytes });
    await bomb(at("many.zip"), { entries: 10_000 });
    lying(at("zeros.zip"), at("lies.zip"));
    const [zeros, many, lies] = [
      await cost(async () => expects(await refusalOf(at("zeros.zip")), "超过100M")),
      await cost(async () => expects(await refusalOf(at("many.zip")), "超过2000个")),
      await cost(async () => expects(await refusalOf(at("lies.zip")), "不是有效的流程压缩包")),
    ];
    const plain = await cost(() => inflated(at("zeros.zip")));
    const ordinary = await middle((round) => evaluated(`keys == "${round}" && size(many) > ${round}`, vars));
    const [ran, barred] = [await dearest(runs, false), await dearest(refused, true)];
    const most = (costs: readonly [string, number][]) => Math.max(...costs.map(([, ms]) => ms));
    return {
      name: "flow-limits",
      compared: [
        compare(
          { what: "a gigabyte of zeros refused", reference: "yauzl that inflates it", unit: "ms CPU" },
          zeros.ms,
          plain.ms,
        ),
        compare(
          { what: "the dearest expression that runs", reference: "an ordinary one", unit: "ms CPU" },
          most(ran),
          ordinary,
        ),
        compare(
          { what: "the dearest that is refused", reference: "an ordinary one", unit: "ms CPU" },
          most(barred),
          ordinary,
        ),
      ],
      unit: "ms of CPU",
      goal: "each ZIP refused within 1 s and under +50 MB; each expression refused or done in 50 ms",
      values: {
        manyFiles: many.ms,
        lies: lies.ms,
        zerosGrownMb: zeros.grownMb,
        manyFilesGrownMb: many.grownMb,
        liesGrownMb: lies.grownMb,
        ...Object.fromEntries([...ran, ...barred]),
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function expects(said: string, part: string): void {
  if (!said.includes(part)) throw new Error(`it was answered with “${said}”`);
}
