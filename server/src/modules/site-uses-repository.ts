/** Which web chat sites name a thing, whoever asks: of any that is deleted this is said before it goes. */
import { sql, type RawBuilder } from "kysely";

export type NamedBySite = "skillGroup" | "timeRule";

/** id: of the thing, name: of the site, each pair once. A site that is switched off counts: it may be switched on again. */
export const sitesNaming = (compId: string, kind: NamedBySite): RawBuilder<{ id: string; name: string }> =>
  kind === "timeRule"
    ? sql`select time_rule_id as id, web_name as name from chat_site where comp_id = ${compId} and time_rule_id <> ''`
    : sql`select target_id as id, web_name as name from chat_site where comp_id = ${compId} and target_kind = ${kind}`;
