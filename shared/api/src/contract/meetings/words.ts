/** What stands in the lists of meetings, in words. */

export const meetingMemberKinds = { seat: "坐席", extension: "分机", number: "外线号码", contact: "联系人" } as const;
export type MeetingMemberKind = keyof typeof meetingMemberKinds;

/** How somebody's part in a meeting ended. */
export const meetingEnds = {
  left: "自行退出",
  removed: "被移出",
  ended: "会议结束",
  lost: "连接中断",
  noAnswer: "无人接听",
  refused: "拒绝加入",
  notReached: "无法接通",
  cancelled: "邀请取消",
} as const;
export type MeetingEnd = keyof typeof meetingEnds;

export const liveMemberStates = { ringing: "振铃中", in: "会议中", lost: "连接中断" } as const;
export type LiveMemberState = keyof typeof liveMemberStates;

export const mostMembers = 30;

/**
 * Whether a colleague may mean somebody else by it: local numbers have 7 or 8 digits, services 5 or 6 that begin with 1, 95 or 96. A
 * room that has such a code from before keeps it.
 */
export const isPublicNumber = (code: string): boolean =>
  code.length > 6 || (code.length > 4 && /^(?:1|95|96)/.test(code));

export const memberKindKeys = Object.keys(meetingMemberKinds) as MeetingMemberKind[];
export const meetingEndKeys = Object.keys(meetingEnds) as MeetingEnd[];
export const liveStateKeys = Object.keys(liveMemberStates) as LiveMemberState[];

/** What is done to the recording of a meeting (of recordActions). */
export const meetingRecordActions = ["start", "stop", "pause", "resume"] as const;
export type MeetingRecordAction = (typeof meetingRecordActions)[number];
