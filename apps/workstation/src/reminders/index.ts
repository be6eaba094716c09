/** Reminders in this page: a chunk of its own, which arrives with the first of them. */
import { api, requestHost, selectTelephony, selectUser, send, store, type RequestArgs } from "@liantai/api/client";
import { tabByName, type Endpoint, type Failure, type ReplyOf } from "@liantai/api/contract/base";
import { reminderApi, reservationSeen, updateReservation } from "@liantai/api/contract/reminders";
import type { Bus } from "@liantai/bus";
import { browserDesktop } from "../agent-client/browser-alerts.ts";
import { createReminders, type Reminder } from "./reminders.ts";

async function ask<E extends Endpoint>(
  endpoint: E,
  body: NonNullable<RequestArgs["body"]>,
): Promise<{ readonly data: ReplyOf<E> } | { readonly error: Failure }> {
  const host = requestHost();
  const outcome = await send<ReplyOf<E>>(host, { endpoint, body });
  if ("error" in outcome && outcome.error.action !== "none") host.onFailure(outcome.error);
  return outcome;
}

function remindersOf(bus: Bus) {
  return createReminders({
    bus,
    async admit(key) {
      const outcome = await ask(reminderApi.shown, { key });
      // Better twice than never: nobody knows whether another page shows it.
      if ("error" in outcome) return { about: "", stays: false };
      const { shown, about, stays } = outcome.data;
      return shown === 1 ? { about, stays: stays === 1 } : undefined;
    },
    done: async (key) => void (await ask(reminderApi.done, { key })),
    async finish(id) {
      const outcome = await ask(updateReservation, reservationSeen(id, selectUser(store.getState())));
      if (!("error" in outcome)) return true;
      const { action, text } = outcome.error;
      if (action === "none")
        bus.publish("notification.show", { id: `reservation:${id}`, title: "预约", text, level: "error" });
      return false;
    },
    changed: () => store.dispatch(api.util.invalidateTags(["Reservation", "Plan", "Announcement", "MyReminders"])),
    isOpenable: (name) => tabByName(name) !== undefined,
    inCall: () => selectTelephony(store.getState()).call !== null,
    hidden: () => document.hidden,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    desktop(title, text, tag, pressed) {
      if (browserDesktop.supported() && browserDesktop.permission() === "granted")
        browserDesktop.show(title, text, tag, pressed);
    },
  });
}

let reminders: ((message: Reminder) => Promise<void>) | undefined;

export const told = (message: Reminder, bus: Bus): void => void (reminders ??= remindersOf(bus))(message);
