/** An enterprise's system, outside of our processes: what a flow knows is read from what it asks it. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { operatorCode } from "@liantai/api/contract";
import type { FlowBody } from "@liantai/api/flows";
import { leadNumber, publishFlow } from "../flow-calls/leading.ts";
import { compId } from "../hosts/people.ts";
import { signIn } from "../../tools/client/session.ts";

const password = "Liantai#2026";

export interface Asked {
  readonly key: string;
  readonly callId: string;
  readonly step: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export class Crm {
  readonly asked: Asked[] = [];
  readonly #answer: (asked: Asked) => Promise<object | undefined>;
  readonly #server = createServer((request, response) => void this.#heard(request, response));

  /** answer: undefined where it owes one for ever. */
  constructor(answer: (asked: Asked) => Promise<object | undefined>) {
    this.#answer = answer;
  }

  async open(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  async #heard(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const part of request) text += String(part);
    const { callId, step, ...values } = JSON.parse(text) as { callId: string; step?: string };
    // What it is told of calls themselves.
    if (step === undefined) return void response.writeHead(200).end("{}");
    const asked = { key: String(request.headers["idempotency-key"]), callId, step, values };
    this.asked.push(asked);
    const reply = await this.#answer(asked);
    if (reply) response.writeHead(200).end(JSON.stringify(reply));
  }

  #about(caller: string, step: string): readonly Asked[] {
    return this.asked.filter((each) => each.step === step && each.values["caller"] === caller);
  }

  /** What was asked about this caller at this step, one for each key. */
  of(caller: string, step: string): readonly Asked[] {
    return [...new Map(this.#about(caller, step).map((each) => [each.key, each])).values()];
  }

  times(caller: string, step: string): number {
    return this.#about(caller, step).length;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Of an interface node. */
export const request = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([name, value]) => ({ name, value }));

/** The number leads into a flow that asks the system at this port; resolves with the flow's id. */
export async function lead(
  url: string,
  port: number,
  number: string,
  flowOf: (interfaceId: string) => FlowBody,
): Promise<string> {
  const operator = await signIn(url, { account: "admin", roleType: 0, code: operatorCode, password });
  await operator.post("/pbx/api/v1/interfaceAllowance/add", { compId, target: "127.0.0.1", ports: String(port) });
  const admin = await signIn(url, { account: "admin", roleType: 1, code: compId, password });
  const { id: interfaceId } = await admin.post<{ id: string }>("/pbx/api/v1/interfaceConfig/add", {
    name: "客户系统",
    events: ["ended"],
    url: `http://127.0.0.1:${port}/crm`,
    method: "POST",
    headers: [],
    signed: 0,
    secret: "",
    mapping: [],
    timeoutS: 10,
    maxTries: 1,
    sendFullNumbers: 1,
    enabled: 1,
  });
  const flowId = await publishFlow(admin, "查询与办理", flowOf(interfaceId));
  await leadNumber(admin, number, flowId);
  return flowId;
}
