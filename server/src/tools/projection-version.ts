/**
 * Whether the code that makes rows of calls out of the log is that of `projectionVersion` (docs/protocol.md K88). Part of
 * `npm run types`. Where it changed: --raise, if rows of a log that is there come out otherwise; --same, if they do not.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeDigest, reachedCode } from "../modules/event-log/testing/reached-code.ts";

const folder = join(import.meta.dirname, "../modules/event-log");
const file = join(folder, "reconcile/mend.ts");
const text = await readFile(file, "utf8");
const code = codeDigest(
  reachedCode({
    [join(folder, "contact.ts")]: ["applyContact"],
    [join(folder, "repository.ts")]: ["callRow"],
    [join(folder, "contact-repository.ts")]: ["legRow", "visitRow", "stayRow", "talkRow", "meetingRow"],
  }),
);
const raise = process.argv.includes("--raise");
if (raise || process.argv.includes("--same")) {
  const noted = text.replace(/Of code \w+/, `Of code ${code}`);
  await writeFile(
    file,
    raise ? noted.replace(/projectionVersion = (\d+)/, (_, n) => `projectionVersion = ${Number(n) + 1}`) : noted,
  );
} else if (!text.includes(`Of code ${code}`)) {
  process.stderr.write(
    "what makes rows of calls out of the log has changed: " +
      "npm run projection-version -- --raise where rows of a log that is there come out otherwise, -- --same where not\n",
  );
  process.exitCode = 1;
}
