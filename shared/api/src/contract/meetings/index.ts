/** Area 'meetings': rooms, their standing members, meetings that are held and were. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { meetingMemberApi } from "./members.ts";
import { meetingRoomApi } from "./rooms.ts";

export * from "./members.ts";
export * from "./rooms.ts";
export * from "./words.ts";

const row = rowsOf("admin", "call-centre");

export const meetingsTabs = [
  row("/conferenceroom", "会议室", "ASM"),
  row("/meetingmember", "会议成员", "ASM"),
  row("/meetingstatistical", "会议统计", "A"),
];

const people = ["A", "S", "M"] as const;

export const meetingsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: meetingsTabs,
  resources: [meetingRoomApi, meetingMemberApi],
  buttons: {
    "/conferenceroom": [
      ...crudButtons("meetingRoom", people),
      { code: "meetingRoom.lead", name: "召开和主持会议", who: people },
    ],
    "/meetingmember": crudButtons("meetingMember", people),
    "/meetingstatistical": [
      { code: "meetingHistory.export", name: "导出", who: ["A"] },
      { code: "meetingHistory.record", name: "下载录音", who: ["A"] },
    ],
  },
  logWords: {
    objects: { meetingRoom: "会议室", meetingMember: "会议成员" },
    actions: {
      meetingInit: "召开会议",
      meetingInvite: "邀请入会",
      meetingRemove: "移出会议",
      meetingMute: "会议静音",
      meetingUnmute: "取消会议静音",
      meetingMuteAll: "全员静音",
      meetingUnmuteAll: "取消全员静音",
      meetingRecordStart: "开始会议录音",
      meetingRecordStop: "停止会议录音",
      meetingRecordPause: "暂停会议录音",
      meetingRecordResume: "恢复会议录音",
      meetingEnd: "结束会议",
      meetingShut: "暂停密码入会",
    },
    fields: {
      "meetingRoom.name": "会议室名称",
      "meetingRoom.code": "会议号",
      "meetingRoom.maxMembers": "人数上限",
      "meetingRoom.record": "录音",
      "meetingRoom.enterMuted": "入会静音",
      "meetingRoom.tone": "进出提示音",
      "meetingRoom.waitForHost": "等待主持人",
      "meetingRoom.hostPassword": "主持人密码",
      "meetingRoom.memberPassword": "成员密码",
      "meetingRoom.wrongPins": "密码错误次数",
      "meetingRoom.shutMinutes": "暂停（分钟）",
      "meetingRoom.ownerId": "所属坐席",
      "meetingRoom.member": "成员",
      "meetingRoom.meetingId": "会议编号",
      "meetingMember.roomId": "会议室",
      "meetingMember.kind": "类型",
      "meetingMember.value": "成员",
      "meetingMember.host": "主持人",
      "meetingMember.autoInvite": "自动邀请",
    },
  },
}));
