/** What suites of follow-ups share: the floor of orders with a form and its flow, and what its sockets are told. */
import type { OutgoingMessage, ReplyOf } from "@liantai/api/contract";
import { followUpConfigApi, followUpSettingsApi } from "@liantai/api/contract/workorder";
import { createVirtualClock } from "./index.ts";
import { openOffice, type Person } from "./office.ts";
import { subscribe } from "../modules/topics.ts";
import { flowOf, openFloor, type Floor } from "../modules/workorders/testing/floor.ts";

const at = (text: string): number => Date.parse(`${text.replace(" ", "T")}:00+08:00`);
export const minute = 60_000;
/** When one is due and due again, in minutes: each second of them is looked at by every part that looks once a second. */
export const dueIn = 10;
export const againIn = 5;
export type Task = ReplyOf<typeof followUpConfigApi.list>["list"][number];

export interface FollowUpStage {
  readonly floor: Floor;
  readonly flowId: string;
  /** The messages of follow-ups since the last question, with the accounts that they went to. */
  take(): readonly { readonly to: number; readonly message: OutgoingMessage & { type: "FEEDBACKPROCESSING" } }[];
  setting(more?: object): Promise<string>;
  /** Of whoever asks. */
  tasks(by: Person, more?: object): Promise<Task[]>;
  /** One that 1001 made and handled to its end; its record. */
  ended(): Promise<{ readonly id: string; readonly recordId: string; readonly workCode: string }>;
  /** Neither settings nor follow-ups, and nothing told. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function openFollowUps(now = "2026-11-24 10:00"): Promise<FollowUpStage> {
  const office = await openOffice({ clock: createVirtualClock(at(now)) });
  const floor = await openFloor(office);
  const flowId = await floor.flow("报障流程", flowOf(floor.groupId));
  const told: { to: number; message: OutgoingMessage }[] = [];
  const end = await subscribe(
    office.ports.broker,
    "message.send",
    ({ to, message }) => void told.push({ to: "accountIds" in to ? to.accountIds.length : 0, message }),
  );
  const { people } = floor;
  return {
    floor,
    flowId,
    take: () =>
      told.splice(0).flatMap(({ to, message }) => (message.type === "FEEDBACKPROCESSING" ? [{ to, message }] : [])),
    setting: async (more = {}) => {
      const body = {
        ...{ name: "办结回访", formId: floor.formId, trigger: "orderEnded" as const, minutes: dueIn },
        ...{ who: "creator" as const, tries: 2, retryMinutes: againIn, ...more },
      };
      return (await people.admin.call(followUpSettingsApi.add, { body })).id;
    },
    tasks: async (by, more = {}) =>
      (await by.call(followUpConfigApi.list, { body: { pageSize: 100, sortBy: "dueTime", sortOrder: "asc", ...more } }))
        .list,
    async ended() {
      const { id, workCode } = await floor.create(people["1001"], flowId);
      await floor.handle(people["1001"], id, "claim");
      await floor.handle(people["1001"], id, "complete");
      const recordId = await office.ports.database.tenant("100001", async (trx) => {
        const row = await trx
          .selectFrom("work_order")
          .select("recordId")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        return row.recordId;
      });
      return { id, recordId, workCode };
    },
    async clear() {
      await office.ports.database.tenant("100001", async (trx) => {
        for (const table of ["follow_up_setting", "follow_up_task"] as const)
          await trx.deleteFrom(table as "follow_up_task").execute();
      });
      told.splice(0);
    },
    async close() {
      await end();
      await office.close();
    },
  };
}
