/** npm run replay: what another strategy would have decided in a past hour (docs/operations.md). It changes nothing. */
import { strategies } from "@liantai/api/contract/admin";
import { parseTime } from "@liantai/api/contract";
import { parseConfig } from "../config.ts";
import { createLogger } from "../http/logging.ts";
import { askControl } from "../modules/backups/index.ts";
import { replayHour, type ReplayQuestion } from "../modules/records/index.ts";
import { withInstallation } from "./client/installation.ts";
import { argumentsOf, run, UsageError } from "./client/terminal.ts";

const usage =
  "npm run replay -- --from '2026-01-31 10:00' --to '2026-01-31 11:00' | +1h --group GROUP --strategy " +
  `${Object.keys(strategies).join("|")} [--enterprise 100001]; DATA_DIR and DATABASE_URL as for npm start`;

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

function questionOf(): ReplayQuestion {
  const given = argumentsOf(usage, ["from", "to", "group", "strategy", "enterprise"]);
  const strategy = (Object.keys(strategies) as ReplayQuestion["strategy"][]).find((one) => one === given.strategy);
  if (!strategy) throw wrong("--strategy is missing or unknown");
  if (strategy === "random") throw wrong("--strategy random cannot be made again: it is chance");
  if (!given.group) throw wrong("--group takes a skill group's name or id");
  const from = timeOf(given.from, "from");
  return { compId: given.enterprise, group: given.group, from, to: endOf(given.to, from), strategy };
}

await run("replay", async () => {
  const question = questionOf();
  const config = parseConfig(process.env);
  const reply = config.databaseUrl ? undefined : await askControl(config.dataDir, { replay: JSON.stringify(question) });
  if (reply && "failed" in reply) throw new Error(reply.failed);
  const logger = createLogger("error");
  const text = reply
    ? (reply.text ?? "")
    : await withInstallation(
        config,
        (error) => logger.error({ error }, "replay"),
        (database) => replayHour(database, question),
      );
  process.stdout.write(`${text}\n`);
});
