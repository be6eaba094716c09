/** npm run replay: a past hour of a skill group under changed rules (docs/operations.md). It changes nothing. */
import { strategies } from "@liantai/api/contract/admin";
import { parseTime } from "@liantai/api/contract";
import { replayHour, type ReplayQuestion, type RuleChanges } from "../modules/records/index.ts";
import { askInstallation } from "./client/asking.ts";
import { argumentsOf, run, UsageError } from "./client/terminal.ts";

const usage = `npm run replay -- --from '2026-01-31 10:00' --to '2026-01-31 11:00' | +1h --group GROUP [--enterprise 100001] [--seed 1]
  what is not given is as it is today:
  --strategy ${Object.keys(strategies).join("|")}
  --rings 0:1,15:2 | none    seconds waited : up to which level
  --sticky SECONDS           0: no caller is kept for the agent of the last time
  --miss-limit N
  --priority MINUTES --transfer-priority --number-priority --vip-priority --customer-priority
  --add 1005:2,1006          members, with their levels (1); --remove 1003,1004
DATA_DIR and DATABASE_URL as for npm start`;

const wrong = (what: string): UsageError => new UsageError(`${what}\n${usage}`);

/** 2026-01-31 10:00, with seconds or without, a T between. */
function timeOf(text: string | undefined, name: string): number {
  const plain = (text ?? "").replace("T", " ");
  const at = parseTime(plain.length === 16 ? `${plain}:00` : plain);
  if (!at) throw wrong(`--${name} takes a time as 2026-01-31 10:00`);
  return at.getTime();
}

/** A time, or +1h or +30m after `from`. */
function endOf(text: string | undefined, from: number): number {
  const [, count, unit] = /^\+(\d{1,4})([hm])$/.exec(text ?? "") ?? [];
  const to = count ? from + Number(count) * (unit === "h" ? 3_600_000 : 60_000) : timeOf(text, "to");
  if (to <= from || to - from > 86_400_000) throw wrong("--to lies after --from, a day at the most");
  return to;
}

/** A whole number from least to most; undefined: not given. */
function numberOf(text: string | undefined, name: string, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw wrong(`--${name} takes a whole number from ${least} to ${most}`);
  return value;
}

const pairsOf = (text: string, name: string, example: string, pattern: RegExp): string[][] =>
  text.split(",").map((part) => {
    const found = pattern.exec(part.trim());
    if (!found) throw wrong(`--${name} takes ${example}`);
    return found.slice(1);
  });

function ringsOf(text: string | undefined): RuleChanges["rings"] {
  if (text === undefined) return undefined;
  if (text === "none") return [];
  const rings = pairsOf(text, "rings", "0:1,15:2 or none", /^(\d{1,4}):(\d{1,3})$/).map(([afterS, level]) => ({
    afterS: Number(afterS),
    level: Number(level),
  }));
  if (rings[0]?.afterS !== 0 || rings.some(({ afterS }, i) => i > 0 && afterS <= rings[i - 1]!.afterS))
    throw wrong("--rings begins at 0 seconds, and each step comes later than the one before");
  return rings;
}

const options = [
  ...(["from", "to", "group", "enterprise", "seed", "strategy", "rings", "sticky", "miss-limit", "priority"] as const),
  ...(["transfer-priority", "number-priority", "vip-priority", "customer-priority", "add", "remove"] as const),
];
const mostMinutes = 120;

function strategyOf(text: string | undefined): RuleChanges["strategy"] {
  if (text === undefined) return undefined;
  const strategy = (Object.keys(strategies) as (keyof typeof strategies)[]).find((one) => one === text);
  if (!strategy) throw wrong("--strategy is unknown");
  return strategy;
}

function questionOf(): ReplayQuestion {
  const given = argumentsOf(usage, options);
  if (!given.group) throw wrong("--group takes a skill group's name or id");
  const from = timeOf(given.from, "from");
  const minutes = (name: (typeof options)[number]) => numberOf(given[name], name, 0, mostMinutes);
  const members = given.add && pairsOf(given.add, "add", "1005:2,1006", /^(\w{1,20})(?::(\d{1,3}))?$/);
  return {
    compId: given.enterprise,
    group: given.group,
    from,
    to: endOf(given.to, from),
    seed: numberOf(given.seed, "seed", 0, 2 ** 31 - 1),
    strategy: strategyOf(given.strategy),
    rings: ringsOf(given.rings),
    stickyS: numberOf(given.sticky, "sticky", 0, 300),
    missLimit: numberOf(given["miss-limit"], "miss-limit", 1, 10),
    priorityMin: minutes("priority"),
    transferMin: minutes("transfer-priority"),
    numberMin: minutes("number-priority"),
    vipMin: minutes("vip-priority"),
    customerMin: minutes("customer-priority"),
    ...(members
      ? { added: members.map(([agentId, level]) => ({ agentId: agentId!, level: Number(level ?? 1) })) }
      : {}),
    ...(given.remove
      ? { removed: pairsOf(given.remove, "remove", "1003,1004", /^(\w{1,20})$/).map(([id]) => id!) }
      : {}),
  };
}

await run("replay", async () => {
  const question = questionOf();
  const text = await askInstallation("replay", { replay: JSON.stringify(question) }, (database) =>
    replayHour(database, question),
  );
  process.stdout.write(`${text}\n`);
});
