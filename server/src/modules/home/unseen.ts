import { sql } from "kysely";

/**
 * A time that the planner does not see. What it knows of calls is last night's: of today's it expects one where there are a hundred
 * thousand, and sorts them to group them.
 */
export const unseen = (time: Date) => sql<Date>`(select ${time}::timestamptz)`;
