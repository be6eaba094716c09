/** Nodes that ask other systems: a server of theirs that answers, refuses, or never answers. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { interfaceAllowanceApi, interfaceConfigApi } from "@liantai/api/contract/admin";
import type { Studio } from "../studio.ts";
import type { ExitCase, World } from "./exit-case.ts";

/** Whom the message goes to. */
export const texted = "13800138000";
/** What a caller types, and what becomes of it. */
export const wants = { answer: "1", refusal: "2", silence: "3" } as const;
/** What one path answers, after so long that music is heard meanwhile. */
export const slow = { path: "level", afterMs: 1_500, body: { data: { levels: ["7"] } } } as const;

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
      const [afterMs, body] = path === `/${slow.path}` ? [slow.afterMs, JSON.stringify(slow.body)] : [0, "{}"];
      const status = want === wants.refusal ? 400 : 200;
      setTimeout(() => response.writeHead(status, { "content-type": "application/json" }).end(body), afterMs);
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

/** The enterprise may speak with them. */
export const allowSystems = ({ operator, compId }: Studio, { port }: Systems): Promise<unknown> =>
  operator.post(interfaceAllowanceApi.add.path, { compId, target: "127.0.0.1", ports: String(port), remark: "" });

/** An interface of the enterprise's that leads to one of their paths; resolves with its id. */
export async function systemAt(
  { admin }: Studio,
  { port }: Systems,
  path: string,
  kind: "asked" | "sms" = "asked",
): Promise<string> {
  const events = [kind === "sms" ? "sms" : "secureEntered"];
  const { id } = await admin.post<{ id: string }>(interfaceConfigApi.add.path, {
    ...{ name: `出口用${path}`, events, url: `http://127.0.0.1:${port}/${path}`, method: "POST", headers: [] },
    ...{ signed: 0, secret: "", mapping: [], timeoutS: 5, maxTries: 1, sendFullNumbers: 1, enabled: 1, remark: "" },
  });
  return id;
}

export async function outward({ studio }: World, systems: Systems): Promise<readonly ExitCase[]> {
  await allowSystems(studio, systems);
  const asked = await systemAt(studio, systems, "ask");
  const gateway = await systemAt(studio, systems, "sms", "sms");
  return [
    {
      ...{ id: "interface", type: "interface", asks: true },
      config: { interfaceId: asked, timeoutSeconds: 1, request: [{ name: "want", value: "${typed}" }] },
      exits: { ok: { typed: wants.answer }, failed: { typed: wants.refusal }, timeout: { typed: wants.silence } },
    },
    {
      ...{ id: "sendSms", type: "sendSms", asks: true, config: { templateId: gateway, number: "${typed}" } },
      exits: { next: { typed: texted }, failed: { typed: "1" } },
    },
  ];
}
