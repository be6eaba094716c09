/** Nodes that ask other systems: a server of theirs that answers, refuses, or never answers. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { interfaceAllowanceApi, interfaceConfigApi } from "@liantai/api/contract/admin";
import type { ExitCase, World } from "./exit-case.ts";

/** Whom the message goes to. */
export const texted = "13800138000";
/** What a caller types, and what becomes of it. */
const wants = { answer: "1", refusal: "2", silence: "3" } as const;

export interface Systems {
  readonly port: number;
  /** Bodies that came, by path. */
  readonly told: (path: string) => readonly string[];
  close(): Promise<void>;
}

export async function openSystems(): Promise<Systems> {
  const told = new Map<string, string[]>();
  const server: Server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += String(chunk)));
    request.on("end", () => {
      const path = request.url ?? "";
      told.set(path, [...(told.get(path) ?? []), text]);
      const { want } = JSON.parse(text || "{}") as { readonly want?: string };
      if (want === wants.silence) return;
      response.writeHead(want === wants.refusal ? 400 : 200, { "content-type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    told: (path) => told.get(path) ?? [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function outward({ studio }: World, { port }: Systems): Promise<readonly ExitCase[]> {
  const compId = studio.compId;
  await studio.operator.post(interfaceAllowanceApi.add.path, {
    ...{ compId, target: "127.0.0.1", ports: String(port), remark: "" },
  });
  const added = (path: string, events: readonly string[]) =>
    studio.admin.post<{ id: string }>(interfaceConfigApi.add.path, {
      ...{ name: `出口用${path}`, events, url: `http://127.0.0.1:${port}/${path}`, method: "POST", headers: [] },
      ...{ signed: 0, secret: "", mapping: [], timeoutS: 5, maxTries: 1, sendFullNumbers: 1, enabled: 1, remark: "" },
    });
  const [asked, gateway] = [await added("ask", ["secureEntered"]), await added("sms", ["sms"])];
  return [
    {
      ...{ id: "interface", type: "interface", asks: true },
      config: { interfaceId: asked.id, timeoutSeconds: 1, request: [{ name: "want", value: "${typed}" }] },
      exits: { ok: { typed: wants.answer }, failed: { typed: wants.refusal }, timeout: { typed: wants.silence } },
    },
    {
      ...{ id: "sendSms", type: "sendSms", asks: true, config: { templateId: gateway.id, number: "${typed}" } },
      exits: { next: { typed: texted }, failed: { typed: "1" } },
    },
  ];
}
