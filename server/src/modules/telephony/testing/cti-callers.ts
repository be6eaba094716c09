/** Every kind of caller on the CTI link, over the real database, and what the gateway answers each of them. */
import { decodeCti, encodeCti } from "@liantai/api/contract";
import type { Caller } from "../../../http/routes.ts";
import { openOffice, type Office } from "../../../testing/office.ts";
import { seatCaller } from "../../../testing/who.ts";
import { createAudit } from "../../audit/index.ts";
import { createMonitorModule } from "../../monitor/index.ts";
import { createTaskGate, createTaskRegister } from "../../tasks/index.ts";
import { answer, type AnswerDeps } from "../cti/answer.ts";
import { Link } from "../cti/link.ts";
import { createLinks } from "../cti/links.ts";
import { Showing } from "../cti/showing.ts";
import { createSupervision } from "../cti/supervising.ts";
import { asking } from "../engine-replies.ts";
import { noDialRefs } from "./no-dial-refs.ts";

export const compId = "100001";
const other = "200002";
/** Seats: monitored by 1005, of no group of his, of the other enterprise alone. */
export const targets = ["1001", "1002", "2001"] as const;

const who = (more: Partial<Caller>): Caller => seatCaller({ compId, agentId: null, ...more });
export const callers: Readonly<Record<string, Caller>> = {
  agent: who({ roleType: 2, agentId: "1003" }),
  monitor: who({ roleType: 3, agentId: "1005" }),
  "monitor without the permission": who({ roleType: 3, agentId: "1005", roleId: "bare" }),
  administrator: who({ roleType: 1 }),
  "administrator of the telephony": who({ roleType: 4 }),
  "administrator without the permission": who({ roleType: 1, roleId: "bare" }),
  "operator inside": who({ roleType: 1, userName: "0000000inspector", nickName: "巡检", entered: true }),
  "monitor of the other enterprise": who({ compId: other, roleType: 3, agentId: "2005" }),
  "administrator of the other enterprise": who({ compId: other, roleType: 1 }),
};

/** By hand, after realtime.md 4 and 6, K22 and C10: over an agent of the own group, of another group, of the other enterprise. */
export const overAgents: Readonly<Record<string, readonly [number, number, number]>> = {
  agent: [-403, -403, -403],
  monitor: [1, -403, -403],
  "monitor without the permission": [-403, -403, -403],
  administrator: [1, 1, -403],
  "administrator of the telephony": [1, 1, -403],
  "administrator without the permission": [-403, -403, -403],
  "operator inside": [1, 1, -403],
  "monitor of the other enterprise": [-403, -403, -403],
  "administrator of the other enterprise": [-403, -403, 1],
};
/** Of these the engine says in which call it was done. */
export const callId = "call-7";
export const inTalks = ["monitor", "insert", "switch", "pickup", "forceHangup", "assistRecord"];

type Fields = Readonly<Record<string, string>>;

export interface CtiOffice {
  readonly office: Office;
  /** A link of somebody's; what it is answered. callOf: whose the call is that is named. */
  open(name: string): (command: string, fields: Fields, callOf?: string) => Promise<Fields>;
  /** The code of one answer. */
  ask(name: string, command: string, fields: Fields, callOf?: string): Promise<number>;
}

async function lay(office: Office): Promise<void> {
  await office.ports.database.system(async (trx) => {
    await trx.insertInto("enterprise").values({ compId: other, name: "另一家企业" }).execute();
    await trx
      .insertInto("seat")
      .values({ compId: other, agentId: "2001", name: "外人", terminalType: 2, extension: "2001" })
      .execute();
    await trx
      .updateTable("seat")
      .set({ groupId: null })
      .where("compId", "=", compId)
      .where("agentId", "=", "1002")
      .execute();
  });
  const register = createTaskRegister(office.ports);
  for (const [of, agentIds] of [
    [compId, ["1001", "1003", "1005"]],
    [compId, ["1002"]],
    [other, ["2001"]],
  ] as const)
    await office.ports.database.tenant(of, async (trx) => {
      const id = `task-${agentIds[0]}`;
      const row = { compId: of, id, taskIdentity: id, ftype: 3, fromAt: null, untilAt: null } as const;
      await register.put(trx, row);
      await register.allot(trx, of, id, agentIds);
    });
}

/** The engine does whatever reaches it, and knows of no agent that he has signed in. */
async function openCti(): Promise<CtiOffice> {
  const office = await openOffice();
  await lay(office);
  const mayDo = async ({ roleId }: Caller) => roleId !== "bare";
  const asked = {
    ports: office.ports,
    audit: createAudit(office.ports),
    mayDo,
    mayPress: mayDo,
    caller: async (name: string) => callers[name],
  };
  const { watches } = createMonitorModule({
    ports: office.ports,
    maySee: mayDo,
    engine: { live: async (of) => ({ compId: of, epoch: "e", v: 1, agents: [] }) },
  });
  const supervision = createSupervision({ ...asked, heard: async () => undefined });
  const tasks = createTaskGate({
    ...asked,
    preview: { begin: async () => ({ code: -404 }), withdraw: async () => undefined },
  });

  const open: CtiOffice["open"] = (name) => {
    const caller = callers[name]!;
    const said: string[] = [];
    const outlet = { OPEN: 1, readyState: 1, bufferedAmount: 0, close: () => undefined, terminate: () => undefined };
    const link = new Link("l", { ...outlet, send: (text) => void said.push(text) });
    link.who = { compId: caller.compId, agentId: caller.agentId, sessionId: name };
    link.caller = caller;
    const deps: Omit<AnswerDeps, "ask"> = {
      ...createLinks(),
      clock: office.ports.clock,
      logger: office.ports.logger,
      gateway: "g",
      hasEnded: () => false,
      reattaching: { all: async () => undefined, one: async () => false },
      tickets: { redeem: async () => undefined, redeemDigest: async () => undefined },
      supervision,
      tasks,
      dialRefs: noDialRefs,
      showing: new Showing(watches),
    };
    let seq = 0;
    return async (command, fields, callOf) => {
      const ask = asking(async ({ verb }) =>
        verb === "whereIs"
          ? { agentId: callOf, agentIds: [callOf], groupIds: [] }
          : { code: 1, ...(inTalks.includes(command) ? { fields: { callId } } : {}) },
      );
      const n = String(++seq);
      const line = encodeCti({ type: "command", name: command, fields: { seq: n, ...fields } });
      await answer({ ...deps, ask }, link, line);
      const lines = said.map(decodeCti);
      return lines.find((each) => each.type === "response" && each.fields["seq"] === n)!.fields;
    };
  };
  return {
    office,
    open,
    ask: async (name, command, fields, callOf) => Number((await open(name)(command, fields, callOf))["code"]),
  };
}

/** One for the suite. */
export function ctiOffice(use: (cti: CtiOffice) => void): void {
  let cti: CtiOffice | undefined;
  beforeAll(async () => {
    cti = await openCti();
    use(cti);
  });
  afterAll(() => cti?.office.close());
}
