/** Area 'seats': seats (/agent), their groups, extensions and custom statuses. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { agentGroupApi, agentGroupMemberApi } from "./agent-groups.ts";
import { seatImportApi } from "./agent-import.ts";
import { agentApi } from "./agents.ts";
import { extensionApi } from "./extensions.ts";
import { seatStatusApi } from "./seat-statuses.ts";
import { statusDetailApi } from "./status-details.ts";

export * from "./agent-groups.ts";
export * from "./agent-import.ts";
export * from "./agent-texts.ts";
export * from "./agents.ts";
export * from "./extensions.ts";
export * from "./forwarding.ts";
export * from "./seat-statuses.ts";
export * from "./status-details.ts";

const row = rowsOf("admin", "call-centre");

export const seatsTabs = [
  row("/seats", "坐席管理", "A"),
  row("/seatsgroup", "坐席组", "A"),
  row("/allotMember", "分配成员", "A"),
  row("/extension", "分机管理", "OA"),
  row("/seatcustomstatus", "自定义状态", "A"),
  row("/allocationSeatCustomstatus", "分配自定义状态", "A"),
  row("/seatcustomstatusrestrictions", "自定义状态限制", "A"),
  row("/seatstatusdetail", "坐席状态明细", "AM"),
];

const A = ["A"] as const;
const OA = ["O", "A"] as const;

export const seatsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: seatsTabs,
  resources: [
    agentApi,
    seatImportApi,
    agentGroupApi,
    agentGroupMemberApi,
    extensionApi,
    seatStatusApi,
    statusDetailApi,
  ],
  buttons: {
    "/seats": [
      ...crudButtons("seat", A),
      { code: "seat.enable", name: "启用停用", who: A },
      { code: "seat.import", name: "导入", who: A },
      { code: "seat.reloadPassword", name: "重置密码", who: A },
      { code: "seat.maxSession", name: "会话上限", who: A },
      { code: "seat.assist", name: "坐席辅助", who: A },
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
    "/seatstatusdetail": [{ code: "seatstatusdetail.export", name: "导出", who: ["A", "M"] }],
  },
  logWords: {
    objects: {
      seat: "坐席",
      agent: "坐席",
      agentGroup: "坐席组",
      agentGroupMember: "坐席组成员",
      seatGroup: "坐席组",
      extension: "分机",
      customStatus: "自定义状态",
      seatCustomStatus: "自定义状态",
      seatSetting: "坐席设置",
      seatStatus: "自定义状态",
    },
    actions: {
      monitor: "监听",
      whisper: "密语",
      insert: "强插",
      switch: "接管通话",
      forceHangup: "强拆",
      assistRecord: "协助录音",
      forceReady: "强制空闲",
      forceBusy: "强制忙碌",
      forceExit: "强制签出",
      pickup: "代接",
      setTransferNumber: "设置呼转",
      cancelTransferNumber: "取消呼转",
    },
    fields: { "seatSetting.chatMax": "会话上限", "agentGroup.parentId": "上级组", "seat.callId": "通话" },
  },
}));
