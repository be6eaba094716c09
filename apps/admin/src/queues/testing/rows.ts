/** A group, a seat of it and a waiting call as the server tells them, and who may see to them. */
const queue = ["moveUp", "transfer", "pickUp", "callNow", "cancelCallback", "assignVoicemail", "transcribeVoicemail"];
const records = ["vip", "customerPriority"].flatMap((of) => ["add", "update", "delete"].map((verb) => `${of}.${verb}`));

/** What a supervisor is granted on the monitors of queues. */
export const watching = [
  { page: "/queuelist", buttons: [...queue.map((verb) => `queuelist.${verb}`), ...records] },
  {
    page: "/skillgroupmonitor",
    buttons: ["join", "emergency", "alarm"].map((verb) => `skillgroupmonitor.${verb}`),
  },
];

export const day = { from: "2026-11-22 00:00:00", to: "2026-11-22 23:59:59" };
export const group = {
  id: "g1",
  name: "客服一组",
  levelS: 20,
  signedIn: 3,
  idle: 1,
  ringing: 0,
  talking: 2,
  wrapUp: 0,
  busy: 0,
  waiting: 4,
  longestWait: 65,
  estimatedWait: 92,
  estimateError: 28,
  inbound: 20,
  answered: 15,
  abandoned: 5,
  shortAbandoned: 1,
  overflowed: 2,
  callbacks: 3,
  answerRate: 75,
  serviceLevel: 60.5,
  answerSpeed: 12,
  handleTime: 185,
};
export const seat = {
  agentId: "1001",
  name: "李晓雯",
  level: 1,
  code: 8,
  kind: "talking" as const,
  statusName: null,
  since: Date.now(),
  reason: "answered",
  number: "138****5678",
  direction: "inbound" as const,
};
export const call = {
  callId: "c1",
  callback: null,
  position: 1,
  number: "138****5678",
  place: "北京市",
  vip: "王总",
  accessNumber: "4001",
  groups: [{ id: "g1", name: "客服一组" }],
  queueName: null,
  priority: 2.5,
  moved: 2.5,
  arrivedAt: Date.now() - 70_000,
  queuedAt: Date.now() - 65_000,
  expected: 95,
  offered: ["1002"],
  ringing: null,
};
