/** Contacts with a customer as its timeline lists them. */
import { boolean, number, object, string } from "yup";

/** A line of the timeline. */
export const contactRow = object({
  kind: string().required(),
  contactId: string().required(),
  time: string().required(),
  direction: string().defined(),
  number: string().defined(),
  agentId: string().defined(),
  agentName: string().defined(),
  talkSeconds: number().required(),
  answered: boolean().required(),
  /** Of a call or a conversation that still goes on: it has no length yet. */
  live: boolean(),
  /** Of a conversation of a web chat; '': its site is gone. answered: an agent took it; talkSeconds: from then on. */
  webName: string(),
  /** A conversation that was removed (CHAT_DAYS): there is the time alone. */
  removed: boolean(),
  /** Of an order; the title of a record too. */
  workCode: string(),
  title: string(),
  state: string(),
  nodeName: string(),
  /** Of a record that looks the customer up: its form. */
  formName: string(),
  /** Whether who asks may open the order or the record; whether he sees the call (its detail has a button of its own). */
  mayOpen: boolean(),
});
