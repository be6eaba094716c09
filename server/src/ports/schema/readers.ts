/** Who reads tables of another module (owners.ts), and why. */
import { chatReads } from "./chat-readers.ts";
import { diallingReads } from "./dialling-readers.ts";
import type { Table } from "./owners.ts";

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
  { module: "assist", tables: ["account"], why: "a talk that is listened to names the account of its seat" },
  {
    module: "auth",
    tables: ["enterprise", "operator_unit", "role"],
    why: "signing in and every request ask account, enterprise and role in one statement",
  },
  ...chatReads,
  { module: "contacts", tables: ["enterprise"], why: "robots are listed with the name of their enterprise" },
  diallingReads,
  { module: "dual-calls", tables: ["call_record"], why: "a question whose call is on record is not asked again" },
  { module: "engines", tables: ["enterprise"], why: "enterprises are listed by name with the engines they use" },
  {
    module: "enterprises",
    tables: ["access_number", "account", "call_leg", "call_record", "dial_attempt", "role", "seat", "session"],
    why:
      "accounts are listed with role and seat; an enterprise that has seats or calls is not deleted; calls and attempts of tasks are " +
      "booked to the ledger",
  },
  {
    module: "files",
    tables: ["enterprise", "voice", "call_record"],
    why: "the storage an enterprise may use stands in its row; voices and recordings use it too",
  },
  {
    module: "flow-uses-repository.ts",
    tables: ["voice_flow", "voice_flow_share", "voice_flow_use"],
    why: "one statement for groups, numbers and interfaces: which flows name a thing that is about to go",
  },
  {
    module: "task-uses-repository.ts",
    tables: ["dial_experiment", "dial_task", "task"],
    why: "one statement for all who delete what a task names: which tasks that may still call name it",
  },
  {
    module: "flows",
    tables: [
      "access_number",
      "access_number_rule",
      "call_record",
      "dispatch_group",
      "emergency_switch",
      "extension",
      "flow_stay",
      "form_definition",
      "outward_interface",
      "robot",
      "robot_agent",
      "seat",
      "skill_group",
      "time_rule",
      "voice",
    ],
    why:
      "a flow names all of these: whether they are there is asked of all at once before it is published, and what leads to a flow " +
      "before it goes; counters of a flow and the calls behind them are counted in the database",
  },
  {
    module: "followups",
    tables: [
      "account",
      "agent_group",
      "customer_link",
      "flow",
      "flow_version",
      "form_definition",
      "form_record",
      "record_phone",
      "seat",
      "time_rule",
      "work_order",
    ],
    why:
      "a follow-up is about a record and its order, with the customer's name and number as they are when it is due; settings name forms, " +
      "nodes and groups; one counts by a time rule in the transaction of what triggers it",
  },
  {
    module: "forms",
    tables: ["access_number", "account", "call_record", "role", "seat", "skill_group", "task", "work_order"],
    why:
      "whose number calls is asked by the call; calls are listed with who took them; popups name numbers and groups, fields roles; " +
      "a call of an automatic task comes up at its ring; owners are chosen among accounts; callers have open orders",
  },
  {
    module: "groups",
    tables: ["access_number", "access_number_rule", "account", "extension", "robot_agent", "seat", "voice"],
    why: "members are listed with seat and account; where a group is used is said before it goes",
  },
  {
    module: "home",
    tables: [
      "agent_status",
      "call_leg",
      "call_record",
      "call_visit",
      "file",
      "file_job",
      "seat",
      "skill_group",
      "voice",
    ],
    why: "the figures of the day count calls by group, seat and hour in the database",
  },
  {
    module: "interfaces",
    tables: ["call_record", "seat", "skill_group"],
    why: "what is delivered names group and agent of the call",
  },
  {
    module: "meetings",
    tables: ["call_record", "extension", "form_record", "meeting", "row_name", "seat"],
    why: "meetings are listed with their recordings and who opened them, members with the names of seats and contacts",
  },
  {
    module: "monitor",
    tables: ["agent_group", "agent_status", "agent_watch", "call_leg", "seat", "skill_group", "skill_group_member"],
    why: "seats are listed with group, skill groups and their states of today, counted in the database; so are the worst connections",
  },
  {
    module: "numbers",
    tables: [
      "account",
      "agent_group",
      "agent_status",
      "call_record",
      "call_visit",
      "custom_status",
      "customer_priority",
      "dial_attempt",
      "dial_task",
      "dispatch_group",
      "dispatch_group_member",
      "emergency_switch",
      "enterprise",
      "extension",
      "form_record",
      "meeting_member",
      "meeting_room",
      "record_phone",
      "seat",
      "session",
      "skill_group",
      "skill_group_member",
      "suspend_target",
      "task",
      "task_seat",
      "vip",
      "voice",
      "voice_flow",
    ],
    why:
      "the call plan reads in one transaction all that a call can lead to; colleagues are listed with their status; " +
      "where a time rule is used is said before it goes; a displayed number rests by what its calls came to, and never as a task's last",
  },
  {
    module: "organisation",
    tables: [
      "access_number",
      "access_number_owner",
      "account",
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
    module: "queued-contacts",
    tables: ["call_record", "seat", "skill_group"],
    why: "messages are listed with length, seat and group",
  },
  {
    module: "queues",
    tables: [
      "access_number",
      "account",
      "agent_group",
      "agent_status",
      "call_leg",
      "call_record",
      "call_visit",
      "dispatch_group",
      "dispatch_group_member",
      "event",
      "form_definition",
      "form_version",
      "seat",
      "skill_group",
      "skill_group_member",
    ],
    why:
      "figures of skill groups count calls, wrap-ups and overflows of the day; who sees which follows its seats; alarms name accounts; " +
      "priorities name choices of customers' forms",
  },
  {
    module: "records",
    tables: [
      "agent_status",
      "call_leg",
      "call_record",
      "call_score",
      "call_visit",
      ...(["dial_attempt", "dial_task", "flow_form_record", "queued_contact"] as const),
      ...(["seat", "skill_group", "skill_group_member"] as const),
    ],
    why:
      "call records are listed with the names of agent and group, without numbers that their task hides; a message belongs to whom it " +
      "was given to and to its group; figures of groups count visits, legs and wrap-ups",
  },
  {
    module: "reminders",
    tables: ["account", "agent_group", "follow_up_task", "role", "seat"],
    why:
      "reminders are for accounts, which are found by seat, group and role; what is listed has the names of seats; what waits for " +
      "somebody today stands in one list with his follow-ups",
  },
  {
    module: "robots",
    tables: [
      "call_leg",
      "call_record",
      "call_score",
      "intention_rule",
      "robot",
      "robot_group",
      "robot_talk",
      "seat",
      "skill_group",
      "voice_flow",
    ],
    why:
      "robots are listed with the names of what they are made of; one that takes the calls of a flow is not deleted; " +
      "calls of robots hold a line; those they had are listed with who had the caller next",
  },
  {
    module: "seats",
    tables: ["access_number", "account", "agent_status", "meeting_room", "role", "skill_group", "skill_group_member"],
    why: "agents are listed with role, groups and state of the moment; no extension is a room's code, no forward an access number",
  },
  {
    module: "settings",
    tables: ["account", "enterprise", "login_log", "operation_log"],
    why: "the logs are listed with the names of enterprise and account",
  },
  { module: "tasks", tables: ["seat"], why: "a monitor starts the tasks of the seats of the own groups" },
  {
    module: "trunks",
    tables: ["call_record", "enterprise"],
    why: "limits count the calls of a number; routes are listed with their enterprise",
  },
  {
    module: "understanding",
    tables: ["robot_agent", "voice", "voice_flow"],
    why: "answers are listed with their voice file, one of their own, sentences with their flow; a robot's rule is not deleted",
  },
  { module: "versions", tables: ["enterprise"], why: "which share of the enterprises has a version" },
  {
    module: "voices",
    tables: [
      "access_number",
      "access_number_rule",
      "dispatch_group",
      "flow_content",
      "skill_group",
      "voice_flow",
      "voice_flow_share",
      "voice_flow_use",
    ],
    why: "which voice plays where is listed over all places; groups, numbers and flows write it themselves",
  },
  {
    module: "workorders",
    tables: ["account", "agent_group", "agent_status", "enterprise", "event", "role", "seat", "time_rule"],
    why:
      "a node names seats by group and role, and who is online; limits count by a time rule; links hold while an enterprise does; " +
      "the time of a node is counted over the events of its orders",
  },
];
