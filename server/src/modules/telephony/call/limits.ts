/** Limits of the call engine, times in ms. */
import { minuteMs, type CallDirection, type EndCause } from "@liantai/api/contract";

export const limits = {
  /** An answered caller's audio must connect within this. */
  arrive: 15_000,
  /** Whether a person answered is known by then, or it is one. */
  detect: 6_000,
  /** A customer whose telephone was lifted is heard by then, or never: the agent who was asked meanwhile is not kept for longer. */
  sound: 5_000,
  /** A machine that answered has said its greeting and given its tone by then, or is spoken to all the same. */
  machineTone: 25_000,
  /** A farewell may last this long before the line is cut whatever the playback says. */
  farewell: 20_000,
  /** The dialling agent's own browser answers by itself. */
  ownLeg: 15_000,
  /** A telephone that the dialling agent must lift. */
  ownTelephone: 30_000,
  /** Between two tries of an agent's line outside that was cut off. */
  redial: 5_000,
  /** Somebody at a line outside presses 1 within this. */
  confirm: 15_000,
  /** How long a dialled party may ring. */
  dial: 45_000,
  /** How long a consulted party, or one a call is transferred to, may ring. */
  consult: 30_000,
  /** Who sent a call on that nobody took is waited for so long, and looked at so often. */
  sender: 10_000,
  senderEvery: 500,
  /** Parties of a conference, its supervisors not counted. */
  conference: 8,
  /** Whoever dials into a meeting presses its pin within this. */
  door: 30_000,
  /** And has pressed its last key when none has come for so long. */
  doorKey: 5_000,
  /** Pins have so many digits at most; one is judged no sooner, so that nobody is told how many it has. */
  pinDigits: 8,
  /** Of a room, within an hour: from so many wrong pins on a call has one try, and waits for the answer. */
  slowPins: 10,
  doorAnswer: 5_000,
  /** A meeting that nobody comes to is over then. */
  nobodyCame: 5 * minuteMs,
  /** A browser that comes back answers by itself. */
  rejoin: 10_000,
  /** Issue 2, section 6: a lost browser for over 60 s ends the agent's leg. */
  agentLost: minuteMs,
  callerLost: 15_000,
  /** A waiting customer's page is told its place at most this often. */
  position: 1_000,
  /** A ready agent without a registered device is set busy after this (realtime.md section 9, agent-extension check). */
  deviceCheck: 10_000,
  /** A seat or extension that an access number leads to. */
  directRing: 30_000,
  /** A customer has this long for each question of the survey, and is asked this often. */
  survey: 30_000,
  surveyTurns: 3,
  /** An agent's pause of the recording ends by itself then. */
  recordPause: 180_000,
  /** A secure entry that is over masks on until no key has come for this long, and for so long in all. */
  secureSettle: 2_000,
  secureSettleMost: 15_000,
  /** What the agent hears of each key, Hz. */
  secureTone: 500,
  /** What the agent hears when the customer of his is back from a voice, Hz. */
  suspendTone: 800,
  /** What the agent hears before a task's call that answers itself, Hz. */
  taskTone: 1_000,
  /** A voice file that an access number leads to is cut off then. */
  voice: 10 * minuteMs,
  /** An announcement that would cut another one off waits this long. */
  announceLater: 5_000,
  /** The last CTI socket of an agent without a call may be gone this long. */
  socketLost: minuteMs,
  /** A media owner that is gone this long hands the audio to another open tab. */
  ownerGone: 5_000,
  /** A key of the offer to be called back. */
  menuKey: 15_000,
  /** A callback that nobody answers is tried again after this, so often in all. */
  callbackTries: 3,
  callbackEvery: 5 * minuteMs,
  /** A call may be sent on this often; group after group that sends to the next must not go round for ever. */
  hops: 5,
} as const;

const notTaken: Partial<Record<EndCause, string>> = {
  noAnswer: "无人接听",
  busy: "正忙",
  rejected: "拒绝接听",
  nobodyServes: "没有坐席签入",
  queueFull: "排队已满",
  queueTimeout: "排队超时无人接听",
};

const afterTransfer = {
  back: "客户已转回，请接听",
  queue: "客户已回到队列优先排队",
  elsewhere: "客户已按队列设置转往别处",
  over: "客户未能转回，通话已结束",
} as const;

/** What callers hear. */
export const sentences = {
  /** To a caller whose number leads to a meeting room. */
  meeting: {
    full: "会议室人数已满，请稍后再拨。",
    closed: "您拨打的会议室暂未启用，再见。",
    pin: "密码不正确，请核对后再拨，再见。",
    shut: "该会议室暂不接受密码入会，请稍后再拨，再见。",
    internal: "请直接拨打会议室号码加入会议，再见。",
  },
  position: (ahead: number): string =>
    ahead > 0 ? `您前面还有${ahead}位客户在等待，请稍候。` : "您是下一位，请稍候。",
  /** In whole minutes: nobody hears a promise to the second. */
  wait: (ms: number): string =>
    ms < minuteMs ? "预计等待不到1分钟。" : `预计等待约${Math.round(ms / minuteMs)}分钟。`,
  menu: ({ callback, voicemailMs }: { readonly callback: boolean; readonly voicemailMs?: number }): string =>
    ["继续等待请按1", ...(callback ? ["预约回呼请按2"] : []), ...(voicemailMs ? ["留言请按3"] : [])].join("，") + "。",
  voicemail: "请开始留言，说完请按井号键或直接挂机。",
  voicemailKept: "留言已收到，我们会尽快处理，再见。",
  /** Digit by digit. */
  callbackNumber: (number: string): string =>
    `您的回呼号码是${number.split("").join(" ")}，确认请按1，使用其他号码请按2。`,
  typeNumber: "请输入回呼号码，按井号键结束。",
  callbackKept: "已为您预约回呼，轮到您时我们会打给您，请保持电话畅通，再见。",
  noCallback: "该号码暂时无法回呼，请您继续等待。",
  noCallbackAtAll: "该号码暂时无法回呼，请稍后再拨，再见。",
  noKey: "没有收到您的按键，请稍后再拨，再见。",
  /** To who waits: the agent's device, or the customer's, is gone and may come back. */
  agentGone: "坐席的网络暂时中断，正在为您恢复通话，请不要挂机。",
  callerGone: "对方的网络暂时中断，请稍候。",
  /** The agent is not back in time, and there is no queue to wait in. */
  agentLost: (direction: CallDirection): string =>
    direction === "inbound"
      ? "抱歉，坐席的网络未能恢复，请您稍后再拨，再见。"
      : "抱歉，对方的网络未能恢复，本次通话结束，再见。",
  /** To the agent, in his bar. */
  secureDone: (digits: number): string => `客户已输入${digits}位，安全输入结束`,
  secureEmpty: "客户没有输入，安全输入结束",
  secureGone: "客户已断开，安全输入结束",
  secureNotKept: "安全输入的内容未能保存，请重新输入",
  secureLost: "服务切换，安全输入已中断，请重新开始",
  transferred: "已成功转移通话",
  consultCancelled: "已将咨询人通话挂断！",
  consultedCutOff: "班长结束了咨询，客户已接回",
  /** where: the customer is now. */
  transferFailed: (to: string, cause: EndCause, where: keyof typeof afterTransfer): string =>
    `${to}${notTaken[cause] ?? "无法接通"}，${afterTransfer[where]}`,
  suspendDone: (name: string, result: string): string => `「${name}」已完成${result === "" ? "" : `：${result}`}`,
  suspendFailed: (name: string): string => `「${name}」未完成，客户没有有效输入`,
  robotMovedOn: "机器人已把客户转往别处，未能接管",
  suspendTooLong: "结果超出随路数据的长度，未能写入",
  /** To the customer, before he is asked once more. */
  suspendAgain: "没有收到有效的按键，请重新操作。",
  pin: "请输入会议密码，按井号键结束。",
  doorShut: "该会议室密码错误次数过多，暂停密码入会，请稍后再试",
  pinAgain: "密码错误，请重新输入会议密码，按井号键结束。",
  confirm: "您有一个坐席来电，接听请按1。",
  nobodyServes: "当前没有客服人员在线，请稍后再拨。",
  queueFull: "当前排队人数较多，请稍后再拨。",
  queueTimeout: "抱歉，当前坐席全忙，请稍后再拨，再见。",
  outOfService: "您拨打的号码暂停服务，请稍后再拨。",
  overConcurrency: "当前线路繁忙，请稍后再拨。",
  noRobot: "当前智能客服繁忙，请稍后再拨，再见。",
  survey: "请您对本次服务进行评价，非常满意请按1，满意请按2，一般请按3，不满意请按4。",
  surveyAgain: "没有收到您的评价，非常满意请按1，满意请按2，一般请按3，不满意请按4。",
  thanks: "感谢您的来电，再见。",
  notReached: "您呼叫的坐席暂时无法接听，请稍后再拨。",
} as const;
