/** What stands beside the values of records in lists and in what a screen opens: tags, and the numbers beside the fields'. */
import { maskPhone, type ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi } from "@liantai/api/contract/workorder";
import type { Trx } from "../../../ports/database.ts";
import { numbersOfRecords } from "./number-repository.ts";
import { tagsOfRecords } from "./tag-repository.ts";

type Beside = Pick<ReplyOf<typeof customerFormDataApi.findById>, "tags" | "phones">;

/** Two questions for all rows of a page. */
export async function besideRecords(
  trx: Trx,
  compId: string,
  ids: readonly string[],
  hide: boolean,
): Promise<(id: string) => Beside> {
  const [tags, numbers] = await Promise.all([tagsOfRecords(trx, compId, ids), numbersOfRecords(trx, compId, ids)]);
  return (id) => ({
    tags: tags.get(id) ?? [],
    phones: (numbers.get(id) ?? []).map((one) => ({ ...one, number: hide ? maskPhone(one.number) : one.number })),
  });
}
