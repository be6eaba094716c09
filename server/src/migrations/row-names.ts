/** Names of rows by id, for the operation log: the view row_name, as migrations left it one after the other. */

/** As migration 019 made them. */
const named = [
  ...["role", "skill_group", "dispatch_group", "agent_group", "custom_status", "time_rule", "voice", "call_limit"],
  ...["call_notify_limit", "route_out", "dictionary", "cascade_option", "outward_interface", "robot", "file"],
];
const rowNames = (contacts: string): string => `
  create or replace view row_name with (security_invoker = true) as
    ${named.map((table) => `select comp_id, id, name from ${table}`).join(" union all ")}
    union all select comp_id, id, coalesce(nullif(nick_name, ''), account) as name from account
    union all select comp_id, id, label as name from dictionary_item
    union all ${contacts}
    union all select '000000' as comp_id, id, name from menu;
`;
export const namesOfTables = rowNames(
  "select comp_id, id, name from contacter_data union all select comp_id, id, label as name from contacter_conf",
);
/** Since contacts are records of a form (migration 094). */
export const namesOfRecords = rowNames(`
  select comp_id, id, "values" ->> 'name' as name from form_record where form_id = 'contacter'
  union all select d.comp_id, f.field #>> '{ext,contactRow,id}' as id, f.field ->> 'label' as name
    from form_definition d
    join form_version v on v.comp_id = d.comp_id and v.form_id = d.id and v.version = d.version
    cross join lateral jsonb_array_elements(v.definition -> 'fields') as f (field)
    where d.id = 'contacter'`);
/** With flows, and the sites of web chats (migration 167). */
export const namesOfFlows = `${namesOfRecords.trimEnd().replace(/;$/, "")}
    union all select comp_id, id, name from voice_flow
    union all select comp_id, id, web_name as name from chat_site;
`;
