/** Dialling through the front door: the whole server over HTTP, virtual time, and a scripted switch whose far ends the test moves. */
import type { BodyOf } from "@liantai/api/contract";
import { dialTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import type { Database } from "../ports/database.ts";
import { ScriptedSwitch } from "../modules/telephony/testing/scripted-switch.ts";
import { createVirtualClock, type VirtualClock } from "./clock.ts";
import { openOffice, type Office } from "./office.ts";
import type { Replaced } from "./seeded.ts";

type TaskBody = Partial<BodyOf<typeof dialTaskApi.add>> & Pick<BodyOf<typeof dialTaskApi.add>, "taskIdentity">;

export interface DialOffice extends Office {
  readonly clock: VirtualClock;
  readonly sw: ScriptedSwitch;
  /** Its access numbers. */
  readonly numbers: readonly string[];
  /** A published flow of the demonstration. */
  readonly flowId: string;
  settle(): Promise<void>;
  advance(ms: number): Promise<void>;
  /** Made, filled and started as an administrator does it; a call shows the first access number unless it is said otherwise. */
  runs(task: TaskBody, phones: readonly (string | { readonly phone: string })[]): Promise<string>;
  /** Legs that ring or talk at a number outside. */
  at(phone: string): readonly string[];
}

/** Every number outside that begins with 1 is reached over one trunk; the numbers that calls show, and a flow, of the demonstration. */
export const layTrunk = (
  database: Database,
): Promise<{ readonly numbers: readonly string[]; readonly flowId: string }> =>
  database.system(async (trx) => {
    const node = { id: "trunk", name: "中继", address: "127.0.0.9:5060", transport: "udp", codecs: '["PCMA"]' };
    const group = { id: "trunks", name: "中继组", mode: "failover", enabled: 1 };
    const route = { id: "route", name: "出局", ownerCompId: null, callerPrefixes: "", calleePrefixes: "1" };
    await trx
      .insertInto("route_node")
      .values({ ...node, concurrency: 0, enabled: 1 })
      .onConflict((c) => c.doNothing())
      .execute();
    await trx
      .insertInto("route_group")
      .values(group)
      .onConflict((c) => c.doNothing())
      .execute();
    await trx
      .insertInto("route_group_member")
      .values({ groupId: group.id, nodeId: node.id, weight: 1, position: 0 })
      .onConflict((c) => c.doNothing())
      .execute();
    await trx
      .insertInto("route_config")
      .values({ ...route, groupId: group.id, priority: 1, enabled: 1 })
      .onConflict((c) => c.doNothing())
      .execute();
    const shown = await trx.selectFrom("access_number").select("number").orderBy("number").execute();
    const flow = await trx.selectFrom("voice_flow").select("id").executeTakeFirstOrThrow();
    return { numbers: shown.map(({ number }) => number), flowId: flow.id };
  });

/** `clock` and `switch` may outlive an office: the next one then finds the same. */
export async function openDialOffice(
  { clock = createVirtualClock(), sw = new ScriptedSwitch(clock) }: { clock?: VirtualClock; sw?: ScriptedSwitch } = {},
  replace: Replaced = {},
): Promise<DialOffice> {
  sw.capabilities = { ...sw.capabilities, trunks: true };
  const office = await openOffice({ ...replace, clock, switch: sw });
  const { database } = office.ports;
  const { numbers, flowId } = await layTrunk(database);
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 3; i += 1) {
      await clock.settle();
      await database.ping();
    }
    await clock.settle();
  };
  return {
    ...office,
    clock,
    sw,
    numbers,
    flowId,
    settle,
    async advance(ms) {
      await settle();
      await clock.advance(ms);
      await settle();
    },
    async runs(task, phones) {
      const { administrator } = office;
      const body = { ftype: 4 as const, flowId, accessNumbers: [numbers[0]!], perSecond: 50, ...task };
      const { id } = await administrator.call(dialTaskApi.add, { body });
      const rows = phones.map((phone) => (typeof phone === "string" ? { phone } : phone));
      for (let at = 0; at < rows.length; at += 1_000)
        await administrator.call(taskPhoneApi.add, {
          body: { taskId: id, phones: rows.slice(at, at + 1_000) as never },
        });
      await administrator.call(dialTaskApi.start, { body: { id } });
      await settle();
      return id;
    },
    at: (phone) => sw.at(`tel:${phone}`),
  };
}
