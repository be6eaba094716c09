/** Who else has a record open (rule F89): the page says so of itself, and is told by the message `presence` on its socket. */
import { number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { onRecords } from "./parts.ts";

const path = "/crm/api/v1/customerFormData/presence";
const socketField = () => string().label("页面").max(64).required("页面尚未连接");

export const recordPresenceApi = defineResource({
  open: defineEndpoint({
    name: "formRecordPresenceOpen",
    method: "POST",
    path: `${path}/open`,
    summary: "Says that a page has a record open, as long as its message socket is connected",
    permission: onRecords,
    body: object({
      compId: compField(),
      id: idField(),
      /** Of socket-uuid. */
      socketId: socketField(),
      /** 1: it is typed into; 0: looked at. */
      editing: number().label("编辑").oneOf([0, 1]).default(0),
    }),
  }),
  close: defineEndpoint({
    name: "formRecordPresenceClose",
    method: "POST",
    path: `${path}/close`,
    summary: "Says that a page has a record open no more",
    permission: onRecords,
    body: object({ compId: compField(), id: idField(), socketId: socketField() }),
  }),
});
