/** Reminders of the person who asks: which page shows one, what is seen to, what waits. A file of its own for desk and home pages. */
import { array, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { defineEndpoint, defineResource, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

const prefix = "/crm/api/v1/reminder";
const tags = ["MyReminders"];
const key = () => string().label("提醒").required().max(200);

/**
 * The click on a reservation's notification (console.md section 3): lower case as the specification has it; all but id and state are the
 * caller's own.
 */
export const updateReservation = defineEndpoint({
  name: "subscribesUpdateReservation",
  method: "POST",
  path: "/crm/api/v1/subscribes/updateReservation",
  summary: "A reservation was seen to",
  permission: roles(RoleTypes.enterprise),
  body: object({
    id: idField("预约"),
    state: number().label("状态").oneOf([1]).required(),
    compid: compField(),
    userid: string().label("用户").max(64),
    agentid: string().label("坐席").max(10),
  }),
  tags: ["Reservation", "MyReminders"],
});

/** Its body by the specification, of the person who clicks. */
export const reservationSeen = (
  id: string,
  user: { readonly compId: string | null; readonly userId: string; readonly agentId: string | null } | null | undefined,
) => ({ id, state: 1, compid: user?.compId ?? "", userid: user?.userId ?? "", agentid: user?.agentId ?? "" });

export const readAnnouncement = defineEndpoint({
  name: "noticeRead",
  method: "POST",
  path: "/crm/api/v1/notice/read",
  summary: "The caller has read an announcement that went to him",
  permission: roles(RoleTypes.enterprise),
  body: object({ id: idField("公告") }),
  tags: ["Announcement", "MyReminders"],
});

export const reminderApi = defineResource({
  /** Of all pages that a reminder reaches one shows it: the one that asks first. */
  shown: defineEndpoint({
    name: "reminderShown",
    method: "POST",
    path: `${prefix}/shown`,
    summary: "The page is about to show a reminder; answers whether it is the one to do so",
    permission: roles(RoleTypes.enterprise),
    body: object({ key: key() }),
    reply: object({
      shown: number().oneOf([0, 1]).required(),
      /** Whom a reservation is about: the name and the masked number. */
      about: string().defined(),
      /** 1: it stays until it is closed. */
      stays: number().oneOf([0, 1]).required(),
    }),
  }),
  done: defineEndpoint({
    name: "reminderDone",
    method: "POST",
    path: `${prefix}/done`,
    summary: "The caller has seen to a reminder of his",
    permission: roles(RoleTypes.enterprise),
    body: object({ key: key() }),
    tags,
  }),
  /**
   * For the home pages: open reservations and follow-ups up to the end of today, plans of today, messages given to the own seat that are
   * not done (docs/protocol.md Q30), the newest announcements.
   */
  mine: defineEndpoint({
    name: "reminderMine",
    method: "POST",
    path: `${prefix}/mine`,
    summary: "What waits for the caller today, and the announcements that went to him",
    permission: roles(RoleTypes.enterprise),
    reads: true,
    body: object({}),
    reply: object({
      todos: array()
        .of(
          object({
            kind: string().oneOf(["reservation", "plan", "followUp", "voicemail"]).required(),
            id: string().required(),
            des: string().defined(),
            about: string().defined(),
            subTime: string().required(),
            /** In which a message was left: it is heard there. */
            callId: string(),
            /** 1: its time has come. */
            due: number().oneOf([0, 1]).required(),
          }),
        )
        .required(),
      /** How many todos there are, those included that are not in the list. */
      total: number().required(),
      announcements: array()
        .of(
          object({
            id: string().required(),
            des: string().defined(),
            remarks: string().defined(),
            publishedAt: string().required(),
            publishedBy: string().defined(),
            readAt: string().nullable().defined(),
          }),
        )
        .required(),
      unread: number().required(),
    }),
    tags,
  }),
});
