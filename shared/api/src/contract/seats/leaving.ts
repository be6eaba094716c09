/** What stays behind when seats leave (rule W83). */
import { number, object } from "yup";
import { compField } from "../crud.ts";
import { defineEndpoint, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { agentIds, prefix, tags } from "./parts.ts";

const count = () => number().integer().min(0).required();

export const seatLeavingEndpoints = {
  inHand: defineEndpoint({
    name: "agentInHand",
    method: "POST",
    path: `${prefix}/inHand`,
    summary: "How many orders and open follow-ups these seats have in hand, which are taken from them when they leave",
    permission: onPages(roles(RoleTypes.administrators), "/seats"),
    reads: true,
    body: object({ compId: compField(), ids: agentIds() }),
    reply: object({ orders: count(), followUps: count() }),
    tags,
  }),
};
