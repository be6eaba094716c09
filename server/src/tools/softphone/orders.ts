/** What a page may say to the client, and nothing else. */
import { localPhoneOrders, type LocalPhoneOrder } from "@liantai/api/contract/local-phone";

const longest = 4_096;

const isText = (value: unknown): value is string => typeof value === "string" && value.length > 0 && value.length < 256;

/** Undefined: no order. */
export function readOrder(text: string): LocalPhoneOrder | undefined {
  if (text.length > longest) return undefined;
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof frame !== "object" || frame === null) return undefined;
  const { type, seq, user, realm, ticket, callId } = frame as Readonly<Record<string, unknown>>;
  if (typeof seq !== "number" || !Number.isSafeInteger(seq) || seq < 0) return undefined;
  switch (type) {
    case localPhoneOrders.login:
      return isText(user) && isText(realm) && isText(ticket) ? { type, seq, user, realm, ticket } : undefined;
    case localPhoneOrders.answer:
    case localPhoneOrders.hangup:
      return isText(callId) ? { type, seq, callId } : undefined;
    case localPhoneOrders.logout:
    case localPhoneOrders.network:
      return { type, seq };
    default:
      return undefined;
  }
}
