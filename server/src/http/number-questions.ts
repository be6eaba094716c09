/** Who sees masked numbers alone asks for whole ones so many times a day, lists, checks and imports together (protocol R10). */
import { createHash } from "node:crypto";
import { AppError, dayMs, maskPhone } from "@liantai/api/contract";
import type { Broker } from "../ports/broker.ts";
import { hidesNumbers } from "./privacy.ts";
import type { Caller } from "./routes.ts";

/** Of one account; an agent has some two hundred calls a day. */
const numberQuestionsPerDay = 300;
export const tooManyNumbers = "按号码查询过于频繁，请稍后再试";

const isOneMore = async (broker: Pick<Broker, "increment">, userId: string): Promise<boolean> =>
  (await broker.increment(`numbers:${userId}`, dayMs)) <= numberQuestionsPerDay;

/** One question of a caller who sees no numbers. Throws AppError 'tooMany'. */
export async function countQuestion(broker: Pick<Broker, "increment">, { userId }: Pick<Caller, "userId">) {
  if (!(await isOneMore(broker, userId))) throw new AppError("tooMany", tooManyNumbers);
}

/**
 * Whether he may learn of these numbers whether they are there. Each counts once a day: a check and its save ask the same. The first that
 * reads as it does for him counts nothing: a list of customers has hardly two such, a search for one number nothing else.
 */
export type MayCompare = (numbers: readonly string[]) => Promise<boolean>;

/** undefined: the caller sees numbers, and learns nothing that he could not see. */
export function comparesNumbers(
  broker: Pick<Broker, "get" | "set" | "increment">,
  caller: Pick<Caller, "userId" | "roleType" | "isHiddenNum" | "hiddenGlobalPhone">,
): MayCompare | undefined {
  if (!hidesNumbers(caller)) return undefined;
  const { userId } = caller;
  const askedKey = (text: string): string =>
    `numbers:${userId}:${createHash("sha256").update(text).digest("base64url")}`;
  let spent = false;
  return async (numbers) => {
    for (const number of new Set(numbers)) {
      const key = askedKey(number);
      if ((await broker.get(key)) !== undefined) continue;
      if ((await broker.increment(askedKey(`mask ${maskPhone(number)}`), dayMs)) > 1) {
        spent ||= !(await isOneMore(broker, userId));
        if (spent) return false;
      }
      await broker.set(key, "1", dayMs);
    }
    return true;
  };
}

/** One question, of these numbers. Throws AppError 'tooMany'. */
export async function countNumbers(
  broker: Pick<Broker, "get" | "set" | "increment">,
  caller: Caller,
  numbers: readonly string[],
): Promise<void> {
  if ((await comparesNumbers(broker, caller)?.(numbers)) === false) throw new AppError("tooMany", tooManyNumbers);
}
