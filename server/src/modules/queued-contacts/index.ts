/** Callers who left a queue and keep their place in it: callbacks. The engine keeps them here. The only face of this module. */
import type { CallData } from "@liantai/api/contract";
import type { Database, Trx } from "../../ports/database.ts";
import { stallMs, type HeldLease } from "../../ports/lease.ts";
import { mustHold } from "../lease/index.ts";
import {
  callDataOf,
  changeContact,
  claimMessage,
  findVoicemailById,
  keepContact,
  openCallback,
  openContacts,
  openMessages,
  type QueuedContactRow,
} from "./repository.ts";

export {
  changeContact as seeTo,
  countCallbacks,
  findContact,
  findVoicemail,
  listContacts,
  listOwnMessages,
  listVoicemails,
  type QueuedContactRow,
  type VoicemailRow,
} from "./repository.ts";

export { tellAssigned } from "./assigned.ts";

/** Plain data, so that it can be written down and read again. Times are epoch ms. */
export interface QueuedContact {
  readonly compId: string;
  readonly id: string;
  readonly skillGroupId: string;
  readonly number: string;
  readonly accessNumber: string | null;
  /** The call in which it was asked for. */
  readonly callId: string;
  readonly arrivedAt: number;
  readonly boostMs: number;
  /** What supervisors gave of it. */
  readonly movedMs: number;
  readonly state: QueuedContactRow["state"];
  /** Times the customer was dialled. */
  readonly tries: number;
  /** Not before. */
  readonly nextAt: number | null;
}

export type ContactChanges = Partial<
  Pick<QueuedContact, "state" | "tries" | "nextAt" | "boostMs" | "movedMs"> & {
    readonly agentId: string;
    readonly lastCallId: string;
    readonly lastCause: string;
    readonly closedAt: number;
    readonly closedBy: string;
  }
>;

/** A message that nobody sees to. */
export interface OpenMessage extends Pick<
  QueuedContact,
  "compId" | "id" | "skillGroupId" | "number" | "callId" | "accessNumber"
> {
  readonly leftAt: number;
  /** null: its recording is not stored yet. */
  readonly lengthMs: number | null;
}

export interface QueuedContacts {
  /** The one that waits for the same number and group already, or this one. */
  keep(asked: QueuedContact, at: number): Promise<QueuedContact>;
  /** A message that nobody has heard yet. */
  leaveMessage(
    left: Omit<QueuedContact, "boostMs" | "movedMs" | "state" | "tries" | "nextAt"> & {
      /** The seat it is for; absent: whoever of the group sees to it. */
      readonly agentId?: string;
      /** It is offered to nobody. */
      readonly quiet?: boolean;
      /** What was said, ms; the recording may be of more. */
      readonly lengthMs: number;
    },
    at: number,
  ): Promise<void>;
  change(compId: string, id: string, changes: ContactChanges): Promise<void>;
  /** Left since then, of all enterprises or of one: the oldest first. */
  messages(since: number, compId?: string): Promise<readonly OpenMessage[]>;
  /** One of them; undefined: somebody sees to it, or has. */
  message(compId: string, id: string): Promise<OpenMessage | undefined>;
  /** It is this seat's from now on; false: it was somebody's already. */
  claim(compId: string, id: string, agentId: string): Promise<boolean>;
  /** 随路数据 of a call as it ended (K32): what is called back goes on with it. */
  dataOf(compId: string, callId: string): Promise<CallData | undefined>;
  /** Callbacks that are not over, of all enterprises or of one. */
  open(compId?: string): Promise<readonly QueuedContact[]>;
}

const time = (at: number | null | undefined): Date | null => (at === null || at === undefined ? null : new Date(at));

const contactOf = (row: QueuedContactRow): QueuedContact => ({
  compId: row.compId,
  id: row.id,
  skillGroupId: row.skillGroupId,
  number: row.number,
  accessNumber: row.accessNumber,
  callId: row.callId,
  arrivedAt: row.arrivedAt.getTime(),
  boostMs: row.boostMs,
  movedMs: row.movedMs,
  state: row.state,
  tries: row.tries,
  nextAt: row.nextAt?.getTime() ?? null,
});

const messageOf = (row: QueuedContactRow & { readonly lengthMs: number | null }): OpenMessage => ({
  compId: row.compId,
  id: row.id,
  skillGroupId: row.skillGroupId,
  number: row.number,
  callId: row.callId,
  accessNumber: row.accessNumber,
  leftAt: row.askedAt.getTime(),
  lengthMs: row.lengthMs,
});

/** lease: under which it is written; one that was followed writes nothing (K34). Default: none. */
export function createQueuedContacts(database: Database, lease?: HeldLease): QueuedContacts {
  const epoch = lease?.epoch ?? 0;
  // system: leases are the installation's; each statement names its enterprise.
  const written = <T>(run: (trx: Trx) => Promise<T>): Promise<T> =>
    database.system(
      async (trx) => {
        await mustHold(trx, lease);
        return run(trx);
      },
      { stallMs },
    );
  return {
    keep: (asked, at) =>
      written(async (trx) => {
        const { compId, skillGroupId, number } = asked;
        const row = {
          ...asked,
          kind: "callback" as const,
          arrivedAt: new Date(asked.arrivedAt),
          askedAt: new Date(at),
          nextAt: time(asked.nextAt),
          epoch,
        };
        if (await keepContact(trx, row)) return asked;
        const known = await openCallback(trx, compId, skillGroupId, number);
        return known ? contactOf(known) : asked;
      }),
    leaveMessage: (left, at) =>
      written(async (trx) => {
        const times = { arrivedAt: new Date(left.arrivedAt), askedAt: new Date(at) };
        const { quiet = false, lengthMs, ...row } = left;
        const message = { ...row, ...times, quiet: quiet ? 1 : 0, messageMs: lengthMs };
        await keepContact(trx, { ...message, kind: "voicemail", state: "waiting", epoch });
      }),
    change: (compId, id, { nextAt, closedAt, ...changes }) =>
      written(async (trx) => {
        await changeContact(trx, compId, id, {
          ...changes,
          ...(nextAt === undefined ? {} : { nextAt: time(nextAt) }),
          ...(closedAt === undefined ? {} : { closedAt: new Date(closedAt) }),
          epoch,
        });
      }),
    messages: (since, compId) =>
      database.system(async (trx) => (await openMessages(trx, new Date(since), compId)).map((row) => messageOf(row))),
    message: (compId, id) =>
      database.tenant(compId, async (trx) => {
        const row = await findVoicemailById(trx, compId, id);
        return row?.state === "waiting" && row.agentId === null ? messageOf(row) : undefined;
      }),
    claim: (compId, id, agentId) => written((trx) => claimMessage(trx, compId, id, { agentId, epoch })),
    dataOf: (compId, callId) => database.tenant(compId, (trx) => callDataOf(trx, compId, callId)),
    open: (compId) => database.system(async (trx) => (await openContacts(trx, compId)).map(contactOf)),
  };
}
