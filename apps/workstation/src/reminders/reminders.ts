/** Reminders that the server tells: of the person's pages one shows each, and what is pressed on it is done. */
import type { Bus, BusEvents } from "@liantai/bus";
import { noticeId, notificationOf, type Admitted, type Due, type Reminder } from "./notification.ts";

export type { Reminder };

export interface ReminderPorts {
  readonly bus: Bus;
  /** Whether this page is the one to show it; undefined: another is. */
  admit(key: string): Promise<Admitted | undefined>;
  /** The reminder was seen to. */
  done(key: string): Promise<void>;
  /** The reservation was seen to; false: it was refused, and said why. */
  finish(id: string): Promise<boolean>;
  /** Lists of what reminders are about ask again. */
  changed(): void;
  isOpenable(name: string): boolean;
  inCall(): boolean;
  hidden(): boolean;
  wait(ms: number): Promise<void>;
  /** Shows it on the desktop, where the person lets the page; `pressed` when it is. */
  desktop(title: string, text: string, tag: string, pressed: () => void): void;
}

/** ms; a page that nobody looks at leaves the first word to one that is looked at. */
const modesty = 400;
/** ms; how long one stands that is over. */
const farewell = 3_000;

export function createReminders(ports: ReminderPorts): (message: Reminder) => Promise<void> {
  const { bus } = ports;
  /** By notification: those that this page was to show, and of them those on show. The bell keeps the others. */
  const mine = new Map<string, Due>();
  const standing = new Set<string>();
  const asked = new Set<string>();

  function show(message: Due, admitted: Admitted): void {
    const notification = notificationOf(message, admitted, ports.isOpenable);
    const { id, title, text, target } = notification;
    mine.set(id, message);
    standing.add(id);
    bus.publish("notification.show", notification);
    if (ports.hidden()) ports.desktop(title, text, id, () => target && bus.publish("tab.open", target));
  }

  async function act(message: Due, { do: verb, ref }: BusEvents["notification.action"]["action"]): Promise<void> {
    if (verb === "ack") await ports.done(message.reminder);
    if (verb !== "dial" || ref === undefined || message.type !== "SUBSCRIBESREMIND") return;
    // In a call the bar says why it does not dial, and the reservation stays open.
    if (ports.inCall() || (await ports.finish(message.content.id))) bus.publish("call.dial", { ref, callType: 3 });
    ports.changed();
  }

  bus.subscribe("notification.action", ({ id, action }) => {
    const message = mine.get(id);
    if (message) void act(message, action);
  });
  bus.subscribe("notification.closed", ({ id }) => void standing.delete(id));
  // Keys of announcements are the same for all: who signs in next has not been asked about them.
  bus.subscribe("session.signedOut", () => [mine, standing, asked].forEach((kept) => kept.clear()));

  function over(key: string, withdrawn: boolean): void {
    const id = noticeId(key);
    if (!standing.has(id)) return;
    bus.publish("notification.show", {
      id,
      title: withdrawn ? "公告已撤回" : "提醒已处理",
      text: "",
      level: "info",
      attention: false,
      durationMs: farewell,
    });
  }

  return async (message) => {
    const { reminder: key } = message;
    if (message.type === "TICKETREMIND" && message.refreshPage === 1)
      bus.publish("workorder.changed", { caseId: message.caseId });
    ports.changed();
    if (message.type === "reminderOver") return over(key, message.withdrawn === 1);
    if (asked.has(key)) return;
    asked.add(key);
    if (ports.hidden()) await ports.wait(modesty);
    const admitted = await ports.admit(key);
    // Whose it was may have left meanwhile.
    if (admitted && asked.has(key)) show(message, admitted);
  };
}
