import type { Page, Stage } from "./stage.ts";

export interface Talk {
  readonly page: Page;
  /** The customer's leg, and the agent's. */
  readonly leg: string;
  readonly phone: string;
  readonly callId: string;
  /** SIP user of the customer's page. */
  readonly customer: string;
}

/** A customer called the access number and talks with this agent. */
export async function talkWith(s: Stage, agentId = "1001"): Promise<Talk> {
  const page = await s.ready(agentId);
  const { leg, user } = await s.customer();
  const phone = s.sw.at(page.user)[0]!;
  s.sw.pickUp(phone);
  await s.settle();
  return { page, leg, phone, callId: page.callView()!.callId, customer: user };
}
