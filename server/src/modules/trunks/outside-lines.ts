/** The engine's trunks (modules/telephony/outside.ts): route nodes given to the switch, and what it tells of them kept with them. */
import type { Ports } from "../../ports/index.ts";
import type { SwitchEvent, Trunk } from "../../ports/switch.ts";
import type { OutsideLines } from "../telephony/index.ts";
import type { Sealer } from "../system/index.ts";
import { subscribe } from "../topics.ts";
import { chosenTrunks } from "./chosen-trunks.ts";
import { sealContext } from "./nodes.ts";
import { dataOf, headersOf } from "./header-data.ts";
import { enabledNodes, nodes, nodesThatSend, noteCheck, type NodeRow } from "./trunk-repository.ts";

type Deps = Pick<Ports, "database" | "broker" | "clock" | "random" | "logger"> & { readonly sealer: Sealer };

const spoken = { PCMA: "PCMA", PCMU: "PCMU" } as const;
const isSpoken = (codec: string): codec is keyof typeof spoken => codec in spoken;

/** Undefined: the switch does not speak with it. */
function toTrunk(row: NodeRow, sealer: Sealer): Trunk | undefined {
  const { id, name, address, transport, concurrency, userName, passwordSealed } = row;
  const codecs = row.codecs.filter(isSpoken);
  if ((transport !== "udp" && transport !== "tcp") || codecs.length === 0) return undefined;
  const password = passwordSealed === "" ? "" : sealer.unseal(passwordSealed, sealContext(name));
  return { id, address, transport, codecs, concurrency, userName, password };
}

export function createOutsideLines({ database, broker, clock, random, logger, sealer }: Deps): OutsideLines {
  const note = (id: string, state: "up" | "down", stateText: string) =>
    database.system((trx) =>
      noteCheck(trx, id, { state, stateText, latencyMs: null, checkedAt: new Date(clock.now()) }),
    );

  async function supplied(): Promise<readonly Trunk[]> {
    const rows = await database.system(enabledNodes);
    const trunks = rows.map((row) => ({ row, trunk: toTrunk(row, sealer) }));
    for (const { row, trunk } of trunks)
      if (!trunk) await note(row.id, "down", "交换机不支持该传输协议或编码，呼叫不会经过此节点");
    return trunks.flatMap(({ trunk }) => trunk ?? []);
  }

  /** States in the order in which they came, each written when it differs from what is kept. */
  let last: Promise<unknown> = Promise.resolve();
  function told({ trunk, up }: Extract<SwitchEvent, { type: "trunk" }>): void {
    const state = up ? "up" : "down";
    last = last
      .then(async () => {
        const row = await database.system((trx) => nodes.find(trx, "", trunk));
        if (row && row.state !== state)
          await note(trunk, state, up ? "自检测时间起应答 OPTIONS" : "自检测时间起不应答 OPTIONS");
      })
      .catch((error: unknown) => logger.warn({ error }, "the state of a trunk was not kept"));
  }

  return {
    async begin(sw) {
      if (!sw.capabilities.trunks) return async () => undefined;
      const give = async () => sw.provision(await supplied());
      const off = sw.on((event) => (event.type === "trunk" ? told(event) : undefined));
      const complain = (error: unknown) => logger.error({ error }, "the switch did not take the trunks");
      await give().catch(complain);
      const unsubscribe = await subscribe(broker, "trunks.changed", () => void give().catch(complain));
      return async () => {
        off();
        await unsubscribe();
        await last;
      };
    },
    async trunks({ compId, displayed, number }) {
      const asked = { compId, caller: displayed, dialled: number };
      const { trunks } = await chosenTrunks(database, asked, () => random.int(1_000_000) / 1_000_000);
      return trunks.map(({ id }) => id);
    },
    async dataIn(trunk, headers) {
      if (Object.keys(headers).length === 0) return {};
      const row = await database.system((trx) => nodes.find(trx, "", trunk));
      return row ? dataOf(headers, row.dataHeaders) : {};
    },
    async dataOut(trunks, data) {
      const headers = headersOf(data);
      if (Object.keys(headers).length === 0) return {};
      const told = await database.system((trx) => nodesThatSend(trx, trunks));
      return told.length > 0 ? { told, headers } : {};
    },
  };
}
