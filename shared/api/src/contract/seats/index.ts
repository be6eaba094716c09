/** Area 'seats': seats (/agent), their groups, extensions and custom statuses. */
import { crudButtons, type PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { agentGroupApi, agentGroupMemberApi } from "./agent-groups.ts";
import { agentApi, seatImportApi } from "./agents.ts";
import { extensionApi } from "./extensions.ts";
import { seatStatusApi } from "./seat-statuses.ts";

export * from "./agent-groups.ts";
export * from "./agents.ts";
export * from "./extensions.ts";
export * from "./seat-statuses.ts";

export const seatsEndpoints: readonly Endpoint[] = [
  agentApi,
  seatImportApi,
  agentGroupApi,
  agentGroupMemberApi,
  extensionApi,
  seatStatusApi,
].flatMap((resource) => Object.values(resource) as Endpoint[]);

const A = ["A"] as const;
const OA = ["O", "A"] as const;

export const seatsButtons: PageButtons = {
  "/seats": [
    ...crudButtons("seat", A),
    { code: "seat.enable", name: "启用停用", who: A },
    { code: "seat.import", name: "导入", who: A },
    { code: "seat.reloadPassword", name: "重置密码", who: A },
    { code: "seat.maxSession", name: "会话上限", who: A },
  ],
  "/seatsgroup": crudButtons("agentGroup", A),
  "/allotMember": [{ code: "agentGroupMember.save", name: "分配成员", who: A }],
  "/extension": [
    ...crudButtons("extension", OA),
    { code: "extension.reveal", name: "查看密码", who: OA },
    { code: "extension.renew", name: "更换密码", who: OA },
  ],
  "/seatcustomstatus": crudButtons("seatStatus", A),
  "/allocationSeatCustomstatus": [{ code: "seatStatus.allocate", name: "分配", who: A }],
  "/seatcustomstatusrestrictions": [{ code: "seatStatus.restrict", name: "设置限制", who: A }],
};
