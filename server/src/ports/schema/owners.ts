/**
 * Which module a table belongs to. Only the owner writes it, without exception; others ask the owner's index.ts, or read it with a
 * join that is declared here with its reason (owners.test.ts reads the sources and refuses anything else).
 */
import type { Tables } from "../schema.ts";

type Table = keyof Tables;

export const tableOwners: Readonly<Record<Table, string>> = {
  access_number: "numbers",
  access_number_owner: "numbers",
  access_number_rule: "numbers",
  account: "auth",
  agent_group: "seats",
  agent_group_monitor: "seats",
  agent_status: "event-log",
  agent_watch: "seats",
  app_release: "versions",
  app_version: "versions",
  black_list: "trunks",
  call_block: "trunks",
  call_leg: "event-log",
  call_limit: "trunks",
  call_notify_limit: "trunks",
  call_record: "event-log",
  call_visit: "event-log",
  cascade_option: "settings",
  contacter_conf: "contacts",
  contacter_data: "contacts",
  contacter_value: "contacts",
  contacts: "contacts",
  custom_status: "seats",
  custom_status_group: "seats",
  custom_status_seat: "seats",
  dictionary: "settings",
  dictionary_item: "settings",
  dispatch_group: "groups",
  dispatch_group_member: "groups",
  enterprise: "enterprises",
  event: "event-log",
  extension: "seats",
  file: "files",
  assistance: "queues",
  file_job: "files",
  help_node: "settings",
  import_job: "files",
  import_part: "files",
  interface_allowance: "interfaces",
  interface_delivery: "interfaces",
  ledger_balance: "enterprises",
  ledger_entry: "enterprises",
  login_log: "auth",
  menu: "organisation",
  operation_log: "audit",
  operator_unit: "enterprises",
  outward_interface: "interfaces",
  publish_key: "versions",
  robot: "contacts",
  role: "organisation",
  role_menu: "organisation",
  role_purview: "access",
  route_config: "trunks",
  route_group: "trunks",
  route_group_member: "trunks",
  route_node: "trunks",
  route_out: "trunks",
  row_name: "settings",
  seat: "seats",
  seat_setting: "seats",
  session: "auth",
  setting: "system",
  shared_row_name: "settings",
  skill_group: "groups",
  skill_group_member: "groups",
  sms_account: "enterprises",
  time_rule: "numbers",
  voice: "voices",
};

export interface Exception {
  readonly module: string;
  readonly tables: readonly Table[];
  readonly why: string;
}

/** Who else reads, in joins: a question to the owner's index.ts would cost a round trip for each row. */
export const otherReaders: readonly Exception[] = [
  {
    module: "access",
    tables: ["account", "enterprise", "menu", "role", "role_menu"],
    why: "roles are listed with their enterprise and how many accounts have them",
  },
  {
    module: "auth",
    tables: ["enterprise", "operator_unit", "role"],
    why: "signing in and every request ask account, enterprise and role in one statement",
  },
  { module: "contacts", tables: ["enterprise"], why: "robots are listed with the name of their enterprise" },
  {
    module: "enterprises",
    tables: ["access_number", "account", "call_record", "role", "seat", "session"],
    why: "accounts are listed with role and seat; an enterprise that has seats or calls is not deleted; calls are booked to the ledger",
  },
  {
    module: "files",
    tables: ["enterprise", "voice", "call_record"],
    why: "the storage an enterprise may use stands in its row; voices and recordings use it too",
  },
  {
    module: "groups",
    tables: ["access_number", "access_number_rule", "account", "extension", "seat", "voice"],
    why: "members are listed with seat and account; where a group is used is said before it goes",
  },
  {
    module: "home",
    tables: ["agent_status", "call_leg", "call_record", "file", "file_job", "seat", "skill_group", "voice"],
    why: "the figures of the day count calls by group, seat and hour in the database",
  },
  {
    module: "interfaces",
    tables: ["call_record", "seat", "skill_group"],
    why: "what is delivered names group and agent of the call",
  },
  {
    module: "monitor",
    tables: ["agent_group", "agent_status", "agent_watch", "call_record", "seat", "skill_group", "skill_group_member"],
    why: "seats are listed with group, skill groups and their figures of today, counted in the database",
  },
  {
    module: "numbers",
    tables: [
      "account",
      "agent_group",
      "agent_status",
      "call_record",
      "custom_status",
      "dispatch_group",
      "dispatch_group_member",
      "enterprise",
      "extension",
      "seat",
      "skill_group",
      "skill_group_member",
      "voice",
    ],
    why: "the call plan reads in one transaction all that a call can lead to; colleagues are listed with their status",
  },
  {
    module: "organisation",
    tables: [
      "access_number",
      "access_number_owner",
      "agent_group",
      "enterprise",
      "role_purview",
      "seat",
      "skill_group",
      "skill_group_member",
    ],
    why: "who may see whom follows groups, seats and roles; the default number climbs the tree of groups",
  },
  {
    module: "queues",
    tables: ["agent_status", "call_record", "dispatch_group", "event", "seat", "skill_group", "skill_group_member"],
    why: "figures of skill groups count calls, wrap-ups and overflows of the day; who sees which group follows its seats",
  },
  {
    module: "records",
    tables: ["call_leg", "call_record", "seat", "skill_group"],
    why: "call records are listed with the names of agent and group",
  },
  {
    module: "seats",
    tables: ["account", "agent_status", "role", "skill_group", "skill_group_member"],
    why: "agents are listed with role, groups and state of the moment",
  },
  {
    module: "settings",
    tables: ["account", "enterprise", "login_log", "operation_log"],
    why: "the logs are listed with the names of enterprise and account",
  },
  {
    module: "trunks",
    tables: ["account", "call_record", "enterprise"],
    why: "limits count the calls of a number; routes are listed with their enterprise",
  },
  { module: "versions", tables: ["enterprise"], why: "which share of the enterprises has a version" },
  {
    module: "voices",
    tables: ["access_number", "access_number_rule", "dispatch_group", "skill_group"],
    why: "which voice plays where is listed over all places; groups and numbers write it themselves",
  },
];
