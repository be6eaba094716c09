/** The client's frames of the assist: whose talk a page wants to see, and what it relays (docs/protocol.md, A8 and A9). */
import {
  assistSides,
  assistWarningTexts,
  relayTypes,
  type AssistMessage,
  type AssistSide,
  type AssistWarningKind,
} from "@liantai/api/contract/assist";
import { isPlain, ownerOf, type Frame, type Plain } from "./frames.ts";

export interface AssistFollow {
  readonly userId: string;
  readonly compId: string;
  /** undefined: nobody's any more. */
  readonly agentId?: string;
}

export interface Relay {
  /** Account whose pages shall have it. */
  readonly to: string;
  /** As the frame says: the account that sends it. */
  readonly from: string;
  readonly message: AssistMessage;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
const flag = (value: unknown): 0 | 1 => (value === 1 || value === true ? 1 : 0);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
const sideOf = (value: unknown): AssistSide => assistSides.find((side) => side === value) ?? "customer";
const kindOf = (value: unknown): AssistWarningKind | undefined =>
  typeof value === "string" && Object.hasOwn(assistWarningTexts, value) ? (value as AssistWarningKind) : undefined;

/** Undefined: the frame is none. */
export function readAssistFollow(frame: Frame): AssistFollow | undefined {
  const owner = frame.type === "agent" ? ownerOf(frame) : undefined;
  const { type, agentId } = frame.content;
  if (type === "ASSIST_UNSUBSCRIBE") return owner;
  if (type !== "ASSIST_SUBSCRIBE" || typeof agentId !== "string" || !/^\d{1,10}$/.test(agentId)) return undefined;
  return owner && { ...owner, agentId };
}

/** What a relay may say, each field of its type; undefined: it is none of the five. */
function messageOf(content: Plain): AssistMessage | undefined {
  const type = relayTypes.find((each) => each === content["type"]);
  const of = { callId: text(content["callId"]), agentId: text(content["agentId"]), userId: text(content["userId"]) };
  if (!type || of.callId === "" || of.agentId === "") return undefined;
  const part = (name: string): Plain => (isPlain(content[name]) ? content[name] : {});
  const [customer, dialogue, warning] = [part("customer"), part("dialogueData"), part("warningData")];
  switch (type) {
    case "ASR_START":
      return { type, ...of };
    case "CUSTOMER":
      return {
        type,
        ...of,
        customer: {
          callId: of.callId,
          agentId: of.agentId,
          caller: text(customer["caller"]),
          callee: text(customer["callee"]),
          compId: text(customer["compId"]),
          connectType: customer["connectType"] === 1 ? 1 : 0,
          startTime: number(customer["startTime"]),
          userId: text(customer["userId"]),
          direction: customer["direction"] === 2 ? 2 : 1,
          userPhone: text(customer["userPhone"]),
          muteDuration: number(customer["muteDuration"]),
        },
      };
    case "CHAT": {
      const badWords = texts(dialogue["badWords"]);
      return {
        type,
        ...of,
        dialogueData: {
          id: text(dialogue["id"]),
          type: sideOf(dialogue["type"]),
          text: text(dialogue["text"]),
          startTime: number(dialogue["startTime"]),
          endTime: number(dialogue["endTime"]),
          mute: number(dialogue["mute"]),
          chipin: flag(dialogue["chipin"]),
          speed: typeof dialogue["speed"] === "number" ? dialogue["speed"] : null,
          badWords,
          badWord: badWords.length > 0 ? 1 : 0,
        },
      };
    }
    case "WARN": {
      const kind = kindOf(warning["kind"]);
      if (!kind) return undefined;
      return {
        type,
        ...of,
        warningData: {
          id: text(warning["id"]),
          kind,
          time: number(warning["time"]),
          text: text(warning["text"]),
          entryId: text(warning["entryId"]),
        },
      };
    }
    case "PROCESS": {
      const [flow, node] = [part("flowData"), part("nodeData")];
      return {
        type,
        ...of,
        flowId: text(content["flowId"]),
        flowData: { name: text(flow["name"]), steps: [] },
        nodeData: { nodeId: text(node["nodeId"]), content: text(node["content"]) },
      };
    }
  }
}

/** A frame {userId, content}; undefined: it is none. `refused`: it is one, and says nothing that may be relayed. */
export function readRelay({ type, userId, content }: Frame): Relay | { readonly refused: string } | undefined {
  if (type !== undefined) return undefined;
  if (typeof userId !== "string" || userId === "" || userId.length > 64) return { refused: "no receiver" };
  const message = messageOf(content);
  return message ? { to: userId, from: text(content["userId"]), message } : { refused: "none of the five types" };
}
