/** What somebody who sees no numbers is told of a talk. */
import type { AssistMessage } from "@liantai/api/contract/assist";
import { maskPhone } from "@liantai/api/contract";
import { maskNumbers } from "../../http/privacy.ts";

/** Of a text that people said: numbers in it are masked, spoken in one breath or in groups. */
export const shownText = (text: string, hide: boolean): string => (hide ? maskNumbers(text) : text);

export function shownMessage(message: AssistMessage, hide: boolean): AssistMessage {
  if (!hide) return message;
  switch (message.type) {
    case "CUSTOMER": {
      const { customer } = message;
      const side = customer.direction === 2 ? "callee" : "caller";
      const userPhone = maskPhone(customer.userPhone);
      return { ...message, customer: { ...customer, [side]: maskPhone(customer[side]), userPhone } };
    }
    case "CHAT":
      return { ...message, dialogueData: { ...message.dialogueData, text: maskNumbers(message.dialogueData.text) } };
    case "customerInfo":
      return {
        ...message,
        content: message.content.map(({ label, value }) => ({ label, value: maskNumbers(value) })),
      };
    default:
      return message;
  }
}
