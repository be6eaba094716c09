/** npm run --silent cti: lines of stdin to the CTI socket, its lines to stdout (docs/integrators.md). */
import { createInterface } from "node:readline";
import { openCti, withTickets } from "./client/cti-client.ts";
import { keptSession } from "./client/kept-session.ts";
import { accountOf, accountOptions, argumentsOf, run, urlOf } from "./client/terminal.ts";

/** The password in LIANTAI_PASSWORD. */
const usage = "npm run --silent cti -- --url http://HOST:PORT --account 1001 [--role 2|3|1] [--enterprise 100001]";

/** Answers that are still on their way when stdin has ended. */
const lingerMs = 2_000;

await run("cti", async () => {
  const given = argumentsOf(usage, ["url", ...accountOptions]);
  const url = urlOf(given.url, usage);
  const session = await keptSession(url, accountOf(given, 2, usage));
  const link = await openCti(url);
  link.onLine((line) => process.stdout.write(`${line}\n`));
  const stdin = createInterface({ input: process.stdin });
  let queue: Promise<void> = Promise.resolve();
  stdin.on("line", (line) => {
    queue = queue.then(async () => {
      if (line !== "") link.raw(await withTickets(line, session));
    });
    queue.catch((error: unknown) => {
      process.stderr.write(`cti: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
      link.close();
    });
  });
  stdin.once("close", () => void queue.then(() => setTimeout(() => link.close(), lingerMs)).catch(() => undefined));
  const { code, reason } = await link.closed;
  stdin.close();
  process.stdin.destroy();
  if (code !== 1006) process.stderr.write(`cti: closed ${code} ${reason}\n`);
});
