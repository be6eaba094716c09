/**
 * Contacts become records of a form of each enterprise (decision 072). Rows keep their ids. What lists find by is filled in by the forms'
 * own job after the start (索引建立中); numbers and distinct values stand at once.
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { systemRole } from "../adapters/database/roles.ts";
import { namesOfRecords, namesOfTables } from "./row-names.ts";
import { grantSystem, protect } from "./tenancy.ts";

const popup = '{"isPopup": 0, "inbound": "ring", "outbound": "answer", "accessNumbers": [], "skillGroupIds": []}';
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** Full-width characters and the wide blank, with their half-width ones: so forms compare distinct values. */
const wide = String.fromCharCode(...Array.from({ length: 94 }, (_, n) => 0xff01 + n), 0x3000);
const narrow = String.fromCharCode(...Array.from({ length: 94 }, (_, n) => 0x21 + n), 0x20);
const folded = (text: string): string =>
  `btrim(translate(${text}, ${literal(wide)}, ${literal(narrow)}), E' \\t\\n\\r\\f\\u000b\\u00a0\\ufeff')`;

const shown = { config: true, ext: { popup: true } };
const builtIn = {
  name: { type: "input", name: "name", label: "姓名", ...shown, require: true, query: true },
  phone: {
    ...{ type: "input", name: "phone", label: "电话", config: true, require: true, query: true, distinct: true },
    ext: { content: "telephone", mask: "phone", popup: true },
  },
  company: { type: "input", name: "company", label: "公司", ...shown, maxLength: 60, query: true },
  remark: { type: "textarea", name: "remark", label: "备注", ...shown, maxLength: 200, listDisplay: false },
};
const before = literal(JSON.stringify([builtIn.name, builtIn.phone, builtIn.company]));
const behind = literal(JSON.stringify([builtIn.remark]));

/** Keys that mean something else in forms. */
const reserved = ["formId", "formVersion", "version", "values", "ext", "and", "or", "not", "true", "false"];

/** Where it stands: written as the owner, so that the system role, which sees the rows, can fill it. */
const plan = `
  create table contact_field (
    comp_id text not null,
    id text not null,
    old_name text not null,
    name text not null,
    position bigint not null,
    -- The column of form_record that holds it, where lists are asked by it and there is one left.
    slot text,
    asked boolean not null,
    primary key (comp_id, id)
  );
  grant select, insert on contact_field to ${systemRole};
`;

const moved = `
  insert into contact_field (comp_id, id, old_name, name, position, slot, asked)
    select comp_id, id, old_name, name, position,
      case when asked and column_kind <> '' and place <= most then column_kind || (place + offset_by) end,
      asked and (column_kind = '' or place <= most)
    from (
      select k.*,
        row_number() over (partition by comp_id, column_kind, asked order by sort, id) as place,
        case column_kind when 't' then 9 when 'd' then 6 else 0 end as most,
        case column_kind when 't' then 3 else 0 end as offset_by
      from (
        select c.comp_id, c.id, c.sort, c.name as old_name, c.query = 1 as asked,
          row_number() over (partition by c.comp_id order by c.sort, c.id) as position,
          case when c.type in ('input', 'radio', 'select') then 't' when c.type = 'datepicker' then 'd' else '' end as column_kind,
          case when c.name = any(array[${reserved.map(literal).join(", ")}]) then (
            select one from (
              select c.name || '_' || n as one, n from generate_series(1, 31) n
            ) as free where not exists (
              select 1 from contacter_conf o where o.comp_id = c.comp_id and o.name = free.one
            ) order by n limit 1
          ) else c.name end as name
        from contacter_conf c
      ) as k
    ) as p;

  insert into form_definition
    (comp_id, id, form_type, name, version, slots, indexing, indexed_to, popup, created_at, updated_at, updated_by)
    select e.comp_id, 'contacter', 'contact', (
        select one from (
          select case n when 1 then '企业联系人' else '企业联系人' || n end as one, n from generate_series(1, 201) n
        ) as free where not exists (
          select 1 from form_definition f where f.comp_id = e.comp_id and f.name = free.one
        ) order by n limit 1
      ), 1,
      '{"name": "t1", "phone": "t2", "company": "t3"}'::jsonb || coalesce((
        select jsonb_object_agg(f.name, f.slot) from contact_field f where f.comp_id = e.comp_id and f.slot is not null
      ), '{}'),
      case when e.filled then '["name", "phone", "company"]'::jsonb || coalesce((
        select jsonb_agg(f.name order by f.position) from contact_field f where f.comp_id = e.comp_id and f.asked
      ), '[]') else '[]' end,
      case when e.filled then '' end,
      '${popup}'::jsonb, now(), now(), ''
    from (
      select comp_id, exists (select 1 from contacter_data d where d.comp_id = n.comp_id) as filled from enterprise n
      where exists (select 1 from contacter_data d where d.comp_id = n.comp_id)
        or exists (select 1 from contacter_conf c where c.comp_id = n.comp_id)
    ) as e;

  insert into form_version (comp_id, form_id, version, definition, published_at, published_by)
    select d.comp_id, d.id, 1, jsonb_build_object(
      'formId', d.id, 'version', 1, 'name', d.name, 'formType', 'contact',
      'fields', ${before}::jsonb || coalesce((
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'type', c.type, 'name', f.name, 'label', btrim(c.label),
          'placeholder', nullif(c.placeholder, ''),
          'require', case when c."require" = 1 then true end,
          'ruleError', nullif(c.rule_error, ''),
          'query', case when f.asked then true end,
          'listDisplay', case when c.list_display = 0 then false end,
          'export', case when c.export = 0 then false end,
          'importRequire', case when c.import_require = 1 then true end,
          'distinct', case when c."distinct" = 1 then true end,
          'hidden', case when c.enabled = 0 then true end,
          'maxLength', c.max_length,
          'items', case when c.type in ('radio', 'select', 'checkbox') then c.items end,
          'ext', jsonb_build_object('contactRow', jsonb_build_object('id', c.id, 'sort', least(greatest(c.sort, 0), 9999)))
        )) order by f.position)
        from contacter_conf c join contact_field f on f.comp_id = c.comp_id and f.id = c.id where c.comp_id = d.comp_id
      ), '[]') || ${behind}::jsonb
    ), now(), ''
    from form_definition d where d.id = 'contacter';

  -- What is empty is absent. A value without a field stays: 历史字段.
  insert into form_record
    (comp_id, form_id, id, form_version, version, "values", source, owner_name, created_at, updated_at, updated_by)
    select d.comp_id, 'contacter', d.id, 1, 1,
      coalesce((
        select jsonb_object_agg(coalesce(f.name, v.key), v.value)
        from jsonb_each(d.fields) v left join contact_field f on f.comp_id = d.comp_id and f.old_name = v.key
        where v.value not in ('""'::jsonb, '[]'::jsonb, 'null'::jsonb)
      ), '{}') || jsonb_strip_nulls(jsonb_build_object(
        'name', d.name, 'phone', d.phone, 'company', nullif(d.company, ''), 'remark', nullif(d.remark, ''))),
      'manual', d.created_by, d.created_at, d.updated_at, d.created_by
    from contacter_data d;

  insert into record_phone (comp_id, number, record_id)
    select comp_id, left(regexp_replace(phone, '[^0-9]', '', 'g'), 32), id from contacter_data
    where phone ~ '[0-9]';

  -- Equal values from before stay, a third is refused.
  insert into form_unique (comp_id, form_id, field, value, holders)
    select comp_id, 'contacter', field, value, count(*) from (
      select r.comp_id, 'phone' as field, ${folded(`r."values" ->> 'phone'`)} as value
      from form_record r where r.form_id = 'contacter'
      union all
      select r.comp_id, f.name, ${folded('r."values" ->> f.name')}
      from form_record r
      join contact_field f on f.comp_id = r.comp_id
      join contacter_conf c on c.comp_id = f.comp_id and c.id = f.id and c."distinct" = 1
      where r.form_id = 'contacter' and jsonb_typeof(r."values" -> f.name) = 'string'
    ) as one where value <> '' group by comp_id, field, value;

  do $$
  begin
    if (select count(*) from contacter_data) <> (select count(*) from form_record where form_id = 'contacter')
      or (select count(*) from contacter_conf) <> (select count(*) from contact_field) then
      raise exception 'contacts were not all moved';
    end if;
  end $$;
`;

/** As migration 014 made them. */
const oldTables = `
  create table contacter_conf (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    type text not null,
    label text not null,
    name text not null,
    "require" smallint not null,
    rule_error text not null default '',
    placeholder text not null default '',
    items jsonb not null default '[]',
    max_length integer,
    list_display smallint not null,
    query smallint not null,
    export smallint not null,
    import_require smallint not null,
    "distinct" smallint not null,
    sort integer not null,
    enabled smallint not null,
    primary key (comp_id, id),
    unique (comp_id, name),
    unique (comp_id, label)
  );
  create table contacter_data (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    phone text not null,
    company text not null default '',
    remark text not null default '',
    fields jsonb not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by text not null,
    primary key (comp_id, id),
    unique (comp_id, phone)
  );
  create index contacter_data_newest on contacter_data (comp_id, created_at desc, id desc);
  create index contacter_data_name on contacter_data (comp_id, name, id);
  create table contacter_value (
    comp_id text not null,
    contact_id text not null,
    name text not null,
    value text not null,
    primary key (comp_id, name, value, contact_id),
    foreign key (comp_id, contact_id) references contacter_data (comp_id, id) on delete cascade
  );
  create index contacter_value_contact on contacter_value (comp_id, contact_id);
`;

/** Of two contacts with one number the older one. The recycle bin and kinds of fields that contacts had not are left behind. */
const movedBack = `
  insert into contacter_conf (comp_id, id, type, label, name, "require", rule_error, placeholder, items, max_length, list_display, query,
      export, import_require, "distinct", sort, enabled)
    select v.comp_id, coalesce(f.field #>> '{ext,contactRow,id}', f.field ->> 'name'), f.field ->> 'type', f.field ->> 'label',
      f.field ->> 'name', coalesce((f.field ->> 'require')::boolean, false)::integer, coalesce(f.field ->> 'ruleError', ''),
      coalesce(f.field ->> 'placeholder', ''), coalesce(f.field -> 'items', '[]'), (f.field ->> 'maxLength')::integer,
      coalesce((f.field ->> 'listDisplay')::boolean, true)::integer, coalesce((f.field ->> 'query')::boolean, false)::integer,
      coalesce((f.field ->> 'export')::boolean, true)::integer, coalesce((f.field ->> 'importRequire')::boolean, false)::integer,
      coalesce((f.field ->> 'distinct')::boolean, false)::integer,
      coalesce((f.field #>> '{ext,contactRow,sort}')::integer, f.at::integer),
      (not coalesce((f.field ->> 'hidden')::boolean, false))::integer
    from form_version v
    join form_definition d on d.comp_id = v.comp_id and d.id = v.form_id and d.version = v.version
    cross join lateral jsonb_array_elements(v.definition -> 'fields') with ordinality as f (field, at)
    where v.form_id = 'contacter' and f.field ->> 'name' not in ('name', 'phone', 'company', 'remark')
      and f.field ->> 'type' in ('input', 'textarea', 'radio', 'select', 'checkbox', 'datepicker')
    on conflict do nothing;
  insert into contacter_data (comp_id, id, name, phone, company, remark, fields, created_at, updated_at, created_by)
    select comp_id, id, coalesce("values" ->> 'name', ''), coalesce("values" ->> 'phone', id), coalesce("values" ->> 'company', ''),
      coalesce("values" ->> 'remark', ''), "values" - array['name', 'phone', 'company', 'remark'], created_at, updated_at, owner_name
    from form_record where form_id = 'contacter' and deleted_at is null order by created_at, id
    on conflict do nothing;
  insert into contacter_value (comp_id, contact_id, name, value)
    select d.comp_id, d.id, c.name, d.fields ->> c.name from contacter_data d
    join contacter_conf c on c.comp_id = d.comp_id and c."distinct" = 1
    where jsonb_typeof(d.fields -> c.name) = 'string';
  delete from form_definition where id = 'contacter';
`;

/** The owner sees no rows of tables under forced row-level security, unless it is a superuser: the system role does. */
const asSystem = (statements: string): string => `set local role ${systemRole}; ${statements} set local role none;`;

const old = ["contacter_conf", "contacter_data", "contacter_value"];

export const contactForms: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(plan).execute(db);
    await sql.raw(asSystem(moved)).execute(db);
    await sql.raw(namesOfRecords).execute(db);
    await sql.raw(`drop table contact_field; drop table ${[...old].reverse().join(", ")};`).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(oldTables).execute(db);
    for (const table of old)
      await sql.raw(protect(table, "select, insert, update, delete") + grantSystem(table)).execute(db);
    await sql.raw(asSystem(movedBack)).execute(db);
    await sql.raw(namesOfTables).execute(db);
  },
};
