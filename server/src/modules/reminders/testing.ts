/** What suites of reminders share: the office, what its sockets are told, and whose account is whose. */
import { authApi, formatTime, type OutgoingMessage } from "@liantai/api/contract";
import { openOffice, type Office, type Person } from "../../testing/office.ts";
import { subscribe, type MessageTarget } from "../topics.ts";

export interface RemindersStage {
  readonly office: Office;
  readonly told: { readonly to: MessageTarget; readonly message: OutgoingMessage }[];
  /** The reminders among them since the last question. */
  take(): { readonly to: MessageTarget; readonly message: OutgoingMessage }[];
  /** So many minutes from now, as times travel. */
  inMinutes(n: number): string;
  idOf(person: Person): Promise<string>;
  close(): Promise<void>;
}

export async function openReminders(): Promise<RemindersStage> {
  const office = await openOffice();
  const told: RemindersStage["told"] = [];
  const end = await subscribe(office.ports.broker, "message.send", (one) => void told.push(one));
  return {
    office,
    told,
    take: () => told.splice(0).filter(({ message }) => "reminder" in message),
    inMinutes: (n) => formatTime(office.ports.clock.now() + n * 60_000),
    idOf: async (person) => (await person.call(authApi.getUser)).userId,
    async close() {
      await end();
      await office.close();
    },
  };
}
