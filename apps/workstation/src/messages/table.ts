/** Every type of messages.ts and what the page does about it. A type with logic of its own has a file. */
import { auditionTypes, type AuditionType, type ServerMessage, type ServerMessageType } from "@liantai/api/contract";
import type { AssistMessage } from "@liantai/api/contract/assist";
import type { MessageContext, MessageHandler } from "./context.ts";
import type { Reminder } from "../reminders/reminders.ts";
import { assistanceAnswered } from "./assistance.ts";
import { fileDown } from "./file-down.ts";
import { fileImportExcel } from "./file-import.ts";
import { withChunk } from "../ports/late-chunk.ts";
import { loginOut } from "./login-out.ts";
import { taskFinished } from "./task-finished.ts";
import { seatBusy, seatForceReady } from "./seat.ts";

type Plain = Exclude<ServerMessageType, Reminder["type"] | AssistMessage["type"]>;

type Assist = Extract<ServerMessage, { readonly type: AssistMessage["type"] }>;
const assistTypes: { readonly [K in AssistMessage["type"]]: true } = {
  ASR_START: true,
  CUSTOMER: true,
  CHAT: true,
  WARN: true,
  PROCESS: true,
  customerInfo: true,
};
const isAssist = (message: ServerMessage): message is Assist => Object.hasOwn(assistTypes, message.type);

/** "Numeric-type messages are delegated to another handler" (realtime.md section 7): to the editor of flows. */
const told =
  (type: AuditionType): MessageHandler<AuditionType> =>
  (message, { bus }) =>
    bus.publish("audition.told", { ...message, type });
const audition = Object.fromEntries(auditionTypes.map((type) => [type, told(type)])) as Record<
  AuditionType,
  MessageHandler<AuditionType>
>;
/** The panel comes with the first of them; screens of monitors hear them on the bus. */
function assisted(message: Assist, { bus, agentId }: MessageContext): void {
  bus.publish("assist.said", message);
  if (message.agentId !== agentId()) return;
  withChunk(
    bus,
    () => import("../assist/page-talks.ts"),
    ({ told }) => told(message, bus),
  );
}

const handlers: { readonly [K in Plain]: MessageHandler<K> } = {
  ...audition,
  loginOut,
  seatForceReady,
  seatBusy,
  msgNotify: (message, { bus }) => bus.publish("notification.show", message),
  /** Screens find the call in the telephony slice, which the CTI link keeps; nothing is left to do. */
  sendCallId: () => undefined,
  /** Who asked has it in the reply; other programs on the account's socket learn it here. */
  callBackCallId: () => undefined,
  callRecorded: ({ callId, cause }, { bus }) => bus.publish("call.recorded", { callId, cause }),
  assistanceChanged(message, { bus }) {
    bus.publish("assistance.changed", {});
    withChunk(
      bus,
      () => import("./asked-for-help.ts"),
      ({ told }) => told(message, bus),
    );
  },
  assistanceAnswered,
  dayChanged: (_message, { bus }) => bus.publish("day.changed", {}),
  fileDown,
  /** Its notification is a message of its own. */
  fileImportExcel,
  taskFinished,
  presence: ({ recordId, others }, { bus }) => bus.publish("presence.changed", { recordId, others }),
  robotCall: ({ callId, call, entries, by }, { bus }) => bus.publish("robot.said", { callId, call, entries, by }),
  taskCounted: ({ at, task }, { bus }) => bus.publish("task.counted", { at, task }),
  updateFlow: ({ flowId, versionId, revision, status, by, text }, { bus }) =>
    bus.publish("flow.updated", { flowId, versionId, revision, status, by, text }),
  appSwapped: ({ modules }, { bus }) => bus.publish("app.swapped", { modules }),
  menuChanged: (_message, { bus }) => bus.publish("menu.changed", {}),
};

/** A type this build does not know is from a newer server: the version check will tell. */
export function handleMessage(message: ServerMessage, context: MessageContext): void {
  // What reminders are shown with comes when the first one does.
  if ("reminder" in message)
    return withChunk(
      context.bus,
      () => import("../reminders/index.ts"),
      ({ told }) => told(message, context.bus),
    );
  if (isAssist(message)) return assisted(message, context);
  const handler = handlers[message.type] as MessageHandler<Plain> | undefined;
  handler?.(message, context);
}
