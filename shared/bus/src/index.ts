import mitt from "mitt";
import type { BusEventName, BusEvents } from "./events.ts";

export type * from "./events.ts";

export interface Bus {
  publish<K extends BusEventName>(name: K, payload: BusEvents[K]): void;
  /** Returns the function that ends the subscription. */
  subscribe<K extends BusEventName>(name: K, handler: (payload: BusEvents[K]) => void): () => void;
}

export interface BusOptions {
  /** Told of a subscriber that threw; the other subscribers are served all the same. */
  readonly onError?: (name: BusEventName, error: unknown) => void;
}

/** A typed bus over mitt. A dead subscriber harms nobody: what it throws is reported and goes no further. */
export function createBus(options: BusOptions = {}): Bus {
  const emitter = mitt<{ [K in BusEventName]: BusEvents[K] }>();
  return {
    publish: (name, payload) => emitter.emit(name, payload),
    subscribe<K extends BusEventName>(name: K, handler: (payload: BusEvents[K]) => void) {
      const guarded = (payload: BusEvents[K]) => {
        try {
          handler(payload);
        } catch (error) {
          options.onError?.(name, error);
        }
      };
      emitter.on(name, guarded);
      return () => emitter.off(name, guarded);
    },
  };
}

/** The page's one bus. Errors surface as an uncaught error event without stopping the publisher. */
export const bus: Bus = createBus({
  onError: (_name, error) => void Promise.reject(error instanceof Error ? error : new Error(String(error))),
});

/** Opens the detail of a call in a tab of its own, for who may see it (useSeesCalls of the client). on: another bus than the page's. */
export const openCall = (callId: string, title = `通话 ${callId.slice(-6)}`, on: Pick<Bus, "publish"> = bus): void =>
  on.publish("tab.open", { name: "callrecord/detail", params: { callId }, title });

const recordPages: Readonly<Record<string, string>> = {
  customer: "customerinformation",
  task: "taskinformation",
  contact: "addresslist",
};

interface FormRecord {
  readonly formType: string;
  readonly formId: string;
  /** '': the page of its form. */
  readonly id: string;
  /** Of a record of an order; '': it is none's. */
  readonly orderId?: string;
}

/** Where a record of a form, or its order, is opened; what is open there makes way. undefined: records of such a form have no page. */
export function recordTarget({ formType, formId, id, orderId = "" }: FormRecord): BusEvents["tab.open"] | undefined {
  if (orderId !== "") return { name: "workorderinformation", params: { caseId: orderId }, cover: true };
  const name = recordPages[formType];
  return name === undefined ? undefined : { name, params: { formId, ...(id !== "" && { id }) }, cover: true };
}
