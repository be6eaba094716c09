/** The whole server on the database that its argument names, with somebody signed in: node server.ts URL (bench/reminders.ts). */
import { openWhole } from "../whole/index.ts";

export interface ReminderNews {
  readonly url: string;
  readonly token: string;
}

const whole = await openWhole(process.argv[2] ?? "");
process.send?.({ url: whole.url, token: await whole.tokenOf(2, "1001") } satisfies ReminderNews);
process.on("disconnect", () => process.exit(0));
