/** Agents of a stage: one page of each as the engine sees it. */
import type { AgentCallView, CtiEventName } from "@liantai/api/contract";
import type { Broker } from "../../../ports/broker.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import type { Engine } from "../engine/index.ts";
import { agentTopic, type AgentNotice, type AttachReply } from "../topics.ts";
import type { ScriptedSwitch } from "./scripted-switch.ts";

/** How a page of a stage signs in. */
export interface SignInOptions {
  readonly instance?: string;
  readonly takeMedia?: boolean;
  readonly hide?: boolean;
  readonly sessionId?: string;
  readonly device?: boolean;
  /** '' : the seat has none. */
  readonly extension?: string;
}

export interface Page {
  readonly agentId: string;
  readonly user: string;
  readonly connection: string;
  readonly heard: { name: CtiEventName; fields: Readonly<Record<string, string>> }[];
  command(name: string, fields?: Record<string, string>): Promise<CommandReply>;
  /** The call the bar shows. */
  callView(): AgentCallView | undefined;
  code(): number;
  reason(): string;
  last(name: CtiEventName): Readonly<Record<string, string>> | undefined;
  close(): Promise<void>;
}

interface Around {
  readonly engine: Engine;
  readonly broker: Pick<Broker, "subscribe">;
  readonly sw: ScriptedSwitch;
  readonly compId: string;
  readonly settle: () => Promise<void>;
}

let pages = 0;

/** How agents of one enterprise sign in. */
export function pagesOf({ engine, broker, sw, compId, settle }: Around) {
  return async function signIn(
    agentId: string,
    {
      instance = `tab-${agentId}`,
      takeMedia = true,
      hide = false,
      sessionId = `s-${agentId}`,
      device = true,
      extension = agentId,
    }: SignInOptions = {},
  ): Promise<Page> {
    const connection = `c${++pages}`;
    const user = `${compId}${agentId}`;
    const heard: Page["heard"] = [];
    await broker.subscribe(agentTopic, (message) => {
      const notice = message as AgentNotice;
      if (notice.agentId === agentId && notice.compId === compId) heard.push(notice);
    });
    if (device) sw.register(user, `urn:${instance}`);
    await settle();
    const reply = (await engine.request({
      verb: "attach",
      connection,
      gateway: "g",
      compId,
      agentId,
      sessionId,
      extension,
      instance,
      takeMedia,
      hideNumbers: hide,
    })) as AttachReply;
    if (reply.code !== 1) throw new Error(`login ${reply.code}`);
    await settle();
    heard.push(...reply.events);
    const last = (name: CtiEventName) => heard.findLast((e) => e.name === name)?.fields;
    return {
      agentId,
      user,
      connection,
      heard,
      last,
      command: async (name, fields = {}) => {
        const result = (await engine.request({
          verb: "command",
          compId,
          agentId,
          connection,
          name,
          fields,
        })) as CommandReply;
        await settle();
        return result;
      },
      callView() {
        const event = heard.findLast((e) => e.name === "call" || e.name === "callEnd");
        return event?.name === "call" ? (JSON.parse(event.fields["json"] as string) as AgentCallView) : undefined;
      },
      code: () => Number(last("agentState")?.["code"]),
      reason: () => last("agentState")?.["reason"] ?? "",
      close: async () => {
        await engine.request({ verb: "detach", compId, agentId, connection });
        await settle();
      },
    };
  };
}
