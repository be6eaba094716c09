/** How many orders wait for the person who asks: for the views of the list and for the home pages, which load no more of the area. */
import { number, object } from "yup";
import { compField } from "../crud.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { orderPages, orderPrefix, orderTags } from "./order-parts.ts";

/** What is counted at most: beyond it a list says 999+. */
export const mostCounted = 1_000;
const count = () => number().integer().min(0).required();

export const orderCountsApi = defineResource({
  counts: defineEndpoint({
    name: "formStreamCounts",
    method: "POST",
    path: `${orderPrefix}/counts`,
    summary: "Orders that wait for the caller, each kind counted to 1,000",
    permission: orderPages,
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      /** In the caller's hands, own drafts included. */
      mine: count(),
      /** Of those: a limit ran out, or runs out today. */
      overdue: count(),
      dueToday: count(),
      /** May be claimed by the caller. */
      pool: count(),
    }),
    tags: orderTags,
  }),
});
