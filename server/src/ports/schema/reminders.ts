/** Tables of the area reminders; joined in ../schema.ts. */
import type { ReminderMessage } from "@liantai/api/contract";
import type { AnnouncementState, PlanRepeat } from "@liantai/api/contract/workorder";
import type { FollowUpsTables } from "./followups.ts";
import type { At, AtNull, Flag, Json, Text, Word, WordSet } from "./types.ts";

/** To whom, when, what. A row is made once: its key names what it is about and which time of it. */
export interface ReminderTable {
  compId: string;
  accountId: string;
  key: string;
  /** What it is about: reservation/ID. */
  subject: string;
  dueAt: At;
  message: Json<ReminderMessage>;
  /** When a process is to tell it; one that does puts it off by its lease. Null: it was told. */
  tellAt: AtNull;
  shownAt: AtNull;
  doneAt: AtNull;
}

export interface ReservationTable {
  compId: string;
  id: string;
  agentId: string;
  customerName: string;
  phone: string;
  des: string;
  remarks: Text;
  subTime: At;
  /** Seconds; 0: until it is closed. */
  floatDuration: Flag;
  /** 1: seen to. */
  state: Flag;
  doneAt: AtNull;
  createdBy: string;
  createdAt: At;
}

export interface PlanTable {
  compId: string;
  id: string;
  accountId: string;
  creatorId: string;
  createdBy: string;
  des: string;
  remarks: Text;
  planTime: At;
  repeat: Word<PlanRepeat>;
  minutesBefore: Flag;
  nextTime: AtNull;
  /** The time before it, of which was told. */
  toldTime: AtNull;
}

export interface AnnouncementTable {
  compId: string;
  id: string;
  creatorId: string;
  createdBy: string;
  des: string;
  remarks: string;
  mustRead: Flag;
  everyone: Flag;
  roleIds: Json<string[]>;
  groupIds: Json<string[]>;
  agentIds: Json<string[]>;
  state: WordSet<AnnouncementState>;
  /** How often it was published. */
  round: Flag;
  publishedAt: AtNull;
  createdAt: At;
}

/** It went to this account. */
export interface AnnouncementReceiptTable {
  compId: string;
  announcementId: string;
  accountId: string;
  readAt: AtNull;
}

/** With the tables of follow-ups, which are reminders of orders and records. */
export interface RemindersTables extends FollowUpsTables {
  reminder: ReminderTable;
  reservation: ReservationTable;
  plan: PlanTable;
  announcement: AnnouncementTable;
  announcement_receipt: AnnouncementReceiptTable;
}
