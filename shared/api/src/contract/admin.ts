/**
 * The contract of the app admin: its areas, and the general parts their screens are made of. One bundle, which arrives with the app: what
 * every page has (index.ts) is taken from its own bundle and not a second time.
 */
import { logWordsOf, type Area } from "./area.ts";
import { coreArea } from "./core/index.ts";
import { accessArea } from "./access/index.ts";
import { assistArea } from "./assist/index.ts";
import { blacklistsArea } from "./blacklists/index.ts";
import { callRecordsArea } from "./call-records/index.ts";
import { diallingArea } from "./dialling/index.ts";
import { enterprisesArea } from "./enterprises/index.ts";
import { filesArea } from "./files/index.ts";
import { groupsArea } from "./groups/index.ts";
import { homeArea } from "./home/index.ts";
import { interfacesArea } from "./interfaces/index.ts";
import { limitsArea } from "./limits/index.ts";
import { meetingsArea } from "./meetings/index.ts";
import { monitorArea } from "./monitor/index.ts";
import { numbersArea } from "./numbers/index.ts";
import { queuesArea } from "./queues/index.ts";
import { seatsArea } from "./seats/index.ts";
import { settingsArea } from "./settings/index.ts";
import { tasksArea } from "./tasks/index.ts";
import { trunksArea } from "./trunks/index.ts";
import { versionsArea } from "./versions/index.ts";
import { voicesArea } from "./voices/index.ts";
import { contactWords } from "./contacts/log-words.ts";
import { formWords } from "./customer-forms/log-words.ts";
import { flowWords } from "./flows/log-words.ts";
import { engineWords } from "./engines/log-words.ts";
import { followUpWords } from "./follow-ups/log-words.ts";
import { reminderWords } from "./reminders/log-words.ts";
import { chatWords } from "./chats/log-words.ts";
import { robotWords } from "./robots/log-words.ts";
import { understandingWords } from "./understanding/log-words.ts";
import { orderWords } from "./work-orders/log-words.ts";

export * from "./parts.ts";
export * from "./alarm-rules.ts";
export * from "./access/index.ts";
export * from "./assist/index.ts";
export * from "./blacklists/index.ts";
export * from "./call-records/index.ts";
export * from "./dialling/index.ts";
export * from "./enterprises/index.ts";
export * from "./files/index.ts";
export * from "./groups/index.ts";
export * from "./home/index.ts";
export * from "./interfaces/index.ts";
export * from "./limits/index.ts";
export * from "./meetings/index.ts";
export * from "./monitor/index.ts";
export * from "./numbers/index.ts";
export * from "./queues/index.ts";
export * from "./seats/index.ts";
export * from "./settings/index.ts";
export * from "./tasks/index.ts";
export * from "./trunks/index.ts";
export * from "./versions/index.ts";
export * from "./voices/index.ts";

export const adminAreas: readonly Area[] = [
  accessArea,
  assistArea,
  blacklistsArea,
  callRecordsArea,
  diallingArea,
  enterprisesArea,
  filesArea,
  groupsArea,
  homeArea,
  interfacesArea,
  limitsArea,
  meetingsArea,
  monitorArea,
  numbersArea,
  queuesArea,
  seatsArea,
  settingsArea,
  tasksArea,
  trunksArea,
  versionsArea,
  voicesArea,
];

/** What the filters of 操作日志 offer: of areas whose screens another app has the words alone. */
export const operationWords = logWordsOf([
  coreArea,
  ...adminAreas,
  ...[
    contactWords,
    formWords,
    orderWords,
    reminderWords,
    followUpWords,
    flowWords,
    robotWords,
    engineWords,
    understandingWords,
    chatWords,
  ].map((logWords) => ({ logWords })),
]);
