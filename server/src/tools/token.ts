/** npm run --silent token: prints the bearer token of an account (docs/integrators.md). */
import { keptSession } from "./client/kept-session.ts";
import { accountOf, accountOptions, argumentsOf, run, urlOf } from "./client/terminal.ts";

/** The password in LIANTAI_PASSWORD. */
const usage =
  "npm run --silent token -- --url http://HOST:PORT --role 0|1|2|3|4 --account ACCOUNT [--enterprise 100001]";

await run("token", async () => {
  const given = argumentsOf(usage, ["url", ...accountOptions]);
  const session = await keptSession(urlOf(given.url, usage), accountOf(given, 1, usage));
  process.stdout.write(`${session.token}\n`);
});
