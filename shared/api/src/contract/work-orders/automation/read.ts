/** Triggers and macros as they come in: what is kept of them, or sentences about what is none. */
import { readOneCondition } from "../../forms/read-rules.ts";
import { amount, list, oneOf, parts, text, type Reader, type Say } from "../../forms/reader.ts";
import { formLimits } from "../../forms/definition.ts";
import { isRecord } from "../../forms/values.ts";
import { orderPriorities, type OrderPriority } from "../codes.ts";
import { flowLimits } from "../flow.ts";
import { warnedStates, warnHearers, type WarnHearer } from "../warns.ts";
import {
  automationDoes,
  automationLimits,
  triggerEventKeys,
  type AutomationAction,
  type AutomationDo,
  type KeptState,
  type SetValue,
  type TriggerCondition,
  type TriggerEvent,
  type TriggerWhen,
} from "./types.ts";

const keys = <T extends string>(words: Readonly<Record<T, string>>): readonly T[] => Object.keys(words) as T[];
const fieldName = text(formLimits.name, 1);
const said = text(automationLimits.text);

/** Looked at against its field by whoever knows the form. */
const value: Reader<SetValue> = (given, say) => {
  const plain = (one: unknown): boolean => typeof one === "string" && one.length <= 5_000;
  if (given === null || plain(given)) return given as string | null;
  if (Array.isArray(given) && given.length <= formLimits.options && given.every(plain)) return given as string[];
  say("的值格式有误");
  return undefined;
};

const readSet: Reader<AutomationAction> = (given, say) => {
  const { field, value: to } = given as { readonly field?: unknown; readonly value?: unknown };
  const name = fieldName(field, (m) => say(`字段${m}`));
  const read = value(to ?? null, (m) => say(`字段${m}`));
  return name === undefined || read === undefined ? undefined : { do: "set", field: name, value: read };
};

const priority: Reader<OrderPriority> = (given, say) => {
  if (typeof given === "number" && Object.hasOwn(orderPriorities, given)) return given as OrderPriority;
  say("优先级有误");
  return undefined;
};

const seat: Reader<string> = (given, say) => {
  if (typeof given === "string" && /^[\w-]{1,64}$/.test(given)) return given;
  say("请选择坐席");
  return undefined;
};

function readDone(what: Exclude<AutomationDo, "set">, given: unknown, say: Say): AutomationAction | undefined {
  switch (what) {
    case "assign": {
      const read = parts<{ to: string }>({ to: seat }, ["to"], () => "坐席")(given, say);
      return read && { do: what, ...read };
    }
    case "priority": {
      const read = parts<{ priority: OrderPriority }>({ priority }, ["priority"], () => "")(given, say);
      return read && { do: what, ...read };
    }
    case "comment":
    case "urge": {
      const needed = what === "comment" ? text(automationLimits.text, 1) : said;
      const read = parts<{ text: string }>({ text: needed }, ["text"], () => automationDoes[what])(given, say);
      return read && { do: what, ...read };
    }
    case "remind": {
      const read = parts<Omit<Extract<AutomationAction, { do: "remind" }>, "do">>(
        {
          whom: list(oneOf<WarnHearer>(keys(warnHearers)), 3),
          agentIds: list(seat, automationLimits.seats),
          text: text(automationLimits.text, 1),
        },
        ["whom", "agentIds", "text"],
        (key) => (key === "text" ? "提醒内容" : "提醒对象"),
      )(given, say);
      if (read && read.whom.length + read.agentIds.length === 0) {
        say("请选择提醒对象");
        return undefined;
      }
      return read && { do: what, ...read };
    }
    case "push":
      return { do: what };
  }
}

const readAction: Reader<AutomationAction> = (given, say) => {
  const what = oneOf(keys(automationDoes))(isRecord(given) ? given["do"] : undefined, (m) => say(`动作${m}`));
  if (what === undefined) return undefined;
  return what === "set" ? readSet(given, say) : readDone(what, given, say);
};

export const readActions: Reader<readonly AutomationAction[]> = (given, say) => {
  const read = list(readAction, automationLimits.actions)(given, (m) => say(`动作${m}`));
  if (read?.length !== 0) return read;
  say("请添加动作");
  return undefined;
};

export const readWhen: Reader<TriggerWhen> = (given, say) => {
  const on = oneOf(["event", "timed"] as const)(isRecord(given) ? given["on"] : undefined, (m) => say(`时机${m}`));
  if (on === "event") {
    const read = parts<{ events: readonly TriggerEvent[]; fields?: readonly string[] }>(
      { events: list(oneOf(triggerEventKeys), 30), fields: list(fieldName, formLimits.fields) },
      ["events"],
      () => "时机",
    )(given, say);
    if (read?.events.length === 0) {
      say("请选择触发的时机");
      return undefined;
    }
    return read && { on, ...read };
  }
  if (on === undefined) return undefined;
  const read = parts<{ state: KeptState; minutes: number; timeRuleId?: string }>(
    { state: oneOf(warnedStates), minutes: amount(1, flowLimits.minutes), timeRuleId: text(64) },
    ["state", "minutes"],
    (key) => (key === "minutes" ? "时长" : "状态"),
  )(given, say);
  return read && { on, ...read };
};

export const readTriggerCondition: Reader<TriggerCondition> = (given, say) => readOneCondition(given, say);
