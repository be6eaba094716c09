/** What sentences mean (flows.md C10, D10): regular expressions, classes, inner knowledge, intents, and the sentences that were heard. */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantSystem, protect } from "./tenancy.ts";

const tables = `
  create table regex_rule (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    pattern text not null,
    kind text not null,
    remark text not null default '',
    enabled smallint not null default 1,
    created_at timestamptz not null,
    primary key (comp_id, id),
    unique (comp_id, name)
  );
  create table knowledge_class (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    parent_id text,
    -- 1: of inner knowledge, 2: of intents.
    kind smallint not null check (kind in (1, 2)),
    name text not null,
    sort integer not null default 0,
    primary key (comp_id, id),
    foreign key (comp_id, parent_id) references knowledge_class,
    unique nulls not distinct (comp_id, kind, parent_id, name)
  );
  create table inner_knowledge (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    class_id text not null,
    question text not null,
    similar_questions jsonb not null default '[]',
    answer text not null default '',
    voice_id text,
    enabled smallint not null default 1,
    hits integer not null default 0,
    updated_at timestamptz not null,
    primary key (comp_id, id),
    unique (comp_id, question),
    foreign key (comp_id, class_id) references knowledge_class,
    foreign key (comp_id, voice_id) references voice
  );
  create index inner_knowledge_class on inner_knowledge (comp_id, class_id);
  create table intent (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    class_id text,
    name text not null,
    keywords jsonb not null default '[]',
    samples jsonb not null default '[]',
    priority smallint not null default 0,
    -- Hundredths; null: what the node asks for.
    threshold smallint,
    remark text not null default '',
    updated_at timestamptz not null,
    primary key (comp_id, id),
    unique (comp_id, name),
    foreign key (comp_id, class_id) references knowledge_class
  );
  create table intent_rule (
    comp_id text not null references enterprise on delete cascade,
    intent_id text not null,
    rule_id text not null,
    sort smallint not null,
    primary key (comp_id, intent_id, rule_id),
    foreign key (comp_id, intent_id) references intent on delete cascade,
    foreign key (comp_id, rule_id) references regex_rule
  );
  create index intent_rule_rule on intent_rule (comp_id, rule_id);
  create table intention_rule (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    name text not null,
    levels jsonb not null,
    remark text not null default '',
    primary key (comp_id, id),
    unique (comp_id, name)
  );
  create table score_addend (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    kind text not null check (kind in ('intent', 'seconds', 'turns')),
    -- Of kind 'intent'. A deleted intent gives no points.
    intent_id text,
    least integer,
    points smallint not null,
    sort smallint not null,
    primary key (comp_id, id),
    foreign key (comp_id, intent_id) references intent on delete cascade
  );
  create table heard_sentence (
    comp_id text not null references enterprise on delete cascade,
    id text not null,
    at timestamptz not null,
    call_id text not null,
    flow_id text not null,
    version_id text not null,
    node_id text not null,
    text text not null,
    -- Of the sentence as it is compared: equal ones are one group.
    group_key text not null,
    intent_id text,
    score real not null,
    second_id text,
    second_score real not null,
    matched_by text not null check (matched_by in ('rule', 'keyword', 'sample', 'none')),
    -- The intents of the node's branches and what it asked for: a sentence is tried again among the same.
    branch_intents jsonb not null,
    threshold real not null,
    margin real not null,
    state text not null check (state in ('understood', 'unknown', 'assigned', 'ignored')),
    primary key (comp_id, id)
  );
  create index heard_sentence_group on heard_sentence (comp_id, group_key);
  create index heard_sentence_newest on heard_sentence (comp_id, state, at desc);
`;
const names = [
  "regex_rule",
  "knowledge_class",
  "inner_knowledge",
  "intent",
  "intent_rule",
  "intention_rule",
  "score_addend",
  "heard_sentence",
];

export const understanding: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(tables).execute(db);
    for (const table of names)
      await sql.raw(protect(table, "select, insert, update, delete") + grantSystem(table)).execute(db);
  },
  async down(db: Kysely<unknown>) {
    await sql.raw(`drop table ${names.toReversed().join(", ")};`).execute(db);
  },
};
