/** The telephone network of a suite with several processes: sipp behind a node, which an operator sets up at one of them. */
import { routeConfigApi, routeGroupApi, routeNodeApi } from "@liantai/api/contract/admin";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signIn } from "../../tools/client/session.ts";
import { Sipp, type Call, type Heard, type Step } from "../sip/sipp.ts";

/** Rings for so long, answers, and waits for our BYE. */
const talks = (ringMs: number): readonly Step[] => [
  { say: "100 Trying" },
  { say: "180 Ringing" },
  { wait: ringMs },
  { say: "200 OK", sound: true },
  { hear: "ACK" },
  { hear: "BYE" },
];

interface NodeRow {
  readonly state: string;
}

export class Network {
  readonly #folder: string;
  readonly #host: string;
  readonly #far: Sipp[] = [];
  #answering: Sipp | undefined;

  private constructor(folder: string, host: string) {
    this.#folder = folder;
    this.#host = host;
  }

  /**
   * host: of loopback, one a suite. Numbers that begin with `prefix` lead there; whoever is called does `steps`, and echoes what he hears.
   */
  static async open(
    url: string,
    host: string,
    {
      ringMs = 0,
      prefix = "0",
      steps,
    }: { readonly ringMs?: number; readonly prefix?: string; readonly steps?: readonly Step[] } = {},
  ): Promise<Network> {
    const network = new Network(await mkdtemp(join(tmpdir(), "liantai-network-")), host);
    const node = steps ? { echoes: true } : {};
    network.#answering = await network.#keep(
      Sipp.answers(network.#folder, "far", `${host}:5090`, steps ?? talks(ringMs), node),
    );
    const operator = await signIn(url, { roleType: 0, account: "admin", code: "000000", password: "Liantai#2026" });
    const add = async (path: string, body: object) =>
      (await operator.post<{ readonly id: string }>(path, { enabled: 1, remark: "", ...body })).id;
    const nodeId = await add(routeNodeApi.add.path, {
      name: "线路",
      address: `${host}:5090`,
      transport: "udp",
      codecs: ["PCMA"],
      concurrency: 0,
      userName: "",
      password: "",
    });
    const members = [{ nodeId, weight: 1 }];
    const groupId = await add(routeGroupApi.add.path, { name: "线路", mode: "failover", members });
    await add(routeConfigApi.add.path, {
      name: "出局",
      ownerCompId: "",
      callerPrefixes: "",
      calleePrefixes: prefix,
      groupId,
      priority: 1,
    });
    for (let i = 0; i < 300; i++) {
      const { list } = await operator.post<{ readonly list: readonly NodeRow[] }>(routeNodeApi.list.path, {});
      if (list[0]?.state === "up") return network;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("the node did not come up");
  }

  /** What the far side of our calls heard and said. */
  async messages(): Promise<readonly Heard[]> {
    return (await this.#answering?.messages()) ?? [];
  }

  /** A call of the network to us. */
  calls(name: string, port: number, call: Call): Promise<Sipp> {
    const to = process.env["TEST_ASTERISK_SIP"] ?? "";
    return this.#keep(Sipp.calls(this.#folder, name, `${this.#host}:${port}`, to, call));
  }

  async #keep(begun: Promise<Sipp>): Promise<Sipp> {
    const sipp = await begun;
    this.#far.push(sipp);
    return sipp;
  }

  async close(): Promise<void> {
    await Promise.all(this.#far.map((sipp) => sipp.end()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}
