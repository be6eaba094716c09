/** Marks of who has a page open, for all processes: each by the process that set it last (rule J81). */
import { minuteMs } from "@liantai/api/contract";
import type { Ports } from "../../../ports/index.ts";
import { publish } from "../../topics.ts";

/** Set again three times meanwhile. */
const openMs = minuteMs;

export interface Marks {
  isSet(key: string): Promise<boolean>;
  set(key: string): Promise<void>;
  /** Another process may have a page of his: it sets it again. */
  unset(key: string): Promise<void>;
}

/** isHere: whether this process has a page of his. */
export function createMarks(
  { broker, random }: Pick<Ports, "broker" | "random">,
  isHere: (key: string) => boolean,
): Marks {
  const process = random.token(12);
  const openKey = (key: string): string => `chat:open:${key}`;
  return {
    isSet: async (key) => (await broker.get(openKey(key))) !== undefined,
    set: (key) => broker.set(openKey(key), process, openMs),
    async unset(key) {
      if ((await broker.get(openKey(key))) !== process || isHere(key)) return;
      await broker.delete(openKey(key));
      await publish(broker, "chat.gone", { key });
    },
  };
}
