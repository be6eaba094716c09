/**
 * An installation in which flows are made as the console makes them, and callers who go through them: nothing but HTTP, sockets and SIP.
 */
import { cdrApi, operatorCode, readTrackInfo, type ReplyOf } from "@liantai/api/contract";
import { accessNumApi, skillGroupApi, voiceApi } from "@liantai/api/contract/admin";
import { flowApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { flowTypes, type FlowType } from "@liantai/api/flows";
import { demoEnterprise, demoPassword } from "../../modules/system/index.ts";
import { signIn, type ApiSession } from "../../tools/client/session.ts";
import { People } from "../hosts/people.ts";
import { until } from "../processes.ts";
import type { SipClient } from "../sip/sip-client.ts";
import { wavOf } from "../sip/wav-file.ts";
import { FlowCaller } from "./flow-caller.ts";
import type { FlowBody, Wording } from "./drawing.ts";
import { startServer, type ServerProcess } from "./server.ts";

export interface TrackStep {
  readonly actionType: number;
  readonly offsetMs: number;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly nextNodeId: string;
  readonly content: string;
}

type CallRow = ReplyOf<typeof cdrApi.callRecords>["list"][number];

const page = { pageNo: 1, pageSize: 50 };
const mostHandshakes = 3;

export class Studio {
  readonly server: ServerProcess;
  readonly admin: ApiSession;
  readonly people = new People();
  readonly operator: ApiSession;
  readonly compId: string = demoEnterprise.compId;
  readonly #voices = new Map<string, Promise<string>>();
  #numbers = 0;
  #flows = 0;
  #callers = 0;
  /** Calls whose records were read: a telephone may call again. */
  readonly #read = new Set<string>();

  private constructor(server: ServerProcess, admin: ApiSession, operator: ApiSession) {
    this.server = server;
    this.admin = admin;
    this.operator = operator;
  }

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<Studio> {
    const server = await startServer(settings);
    try {
      const who = { account: "admin", password: demoPassword };
      const admin = await signIn(server.url, { ...who, roleType: 1, code: demoEnterprise.compId });
      return new Studio(server, admin, await signIn(server.url, { ...who, roleType: 0, code: operatorCode }));
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  get url(): string {
    return this.server.url;
  }

  /** The voice that is this tone; uploaded once. */
  voice({ hz, ms }: Wording): Promise<string> {
    const name = `${hz}-${ms}`;
    const known = this.#voices.get(name);
    if (known) return known;
    const form = new FormData();
    form.append("name", name);
    form.append("source", "upload");
    form.append("files", new File([new Uint8Array(wavOf(hz, ms))], `${name}.wav`, { type: "audio/wav" }));
    const added = fetch(`${this.url}${voiceApi.add.path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.admin.token}` },
      body: form,
    }).then(async (reply) => {
      const { data, msg } = (await reply.json()) as {
        readonly data: { readonly id: string } | null;
        readonly msg: string;
      };
      if (!data) throw new Error(`voice ${name}: ${msg}`);
      return data.id;
    });
    this.#voices.set(name, added);
    return added;
  }

  /** Made, saved and published, each by its call of the contract. */
  async flow(draft: FlowBody, flowType: FlowType = flowTypes.ivr): Promise<string> {
    const made = await this.admin.post<ReplyOf<typeof flowApi.create>>(flowApi.create.path, {
      name: `线上流程${(this.#flows += 1)}`,
      flowType,
    });
    const { revision } = await this.admin.post<ReplyOf<typeof flowApi.save>>(flowApi.save.path, {
      id: made.id,
      revision: made.revision,
      flow: JSON.stringify(draft),
    });
    await this.admin.post(flowVersionApi.publish.path, { id: made.id, revision });
    return made.id;
  }

  /** A new access number that leads into a flow, and records. */
  async number(flowId: string): Promise<string> {
    const number = `600${(this.#numbers += 1)}`;
    const { compId } = this;
    const own = { number, title: `线路${number}`, enabled: 1, concurrency: 0, price: 0 };
    const { id } = await this.operator.post<{ id: string }>(accessNumApi.add.path, { compId, ...own });
    await this.admin.post(accessNumApi.saveSetting.path, {
      id,
      rules: [],
      fallback: { target: { kind: "flow", id: flowId }, greeting: "", greetingVoice: "" },
      recordMode: 1,
    });
    return number;
  }

  async group(): Promise<ReplyOf<typeof skillGroupApi.list>["list"][number]> {
    const { list } = await this.admin.post<ReplyOf<typeof skillGroupApi.list>>(skillGroupApi.list.path, page);
    return list[0]!;
  }

  /** One with a single sample: its own name. */
  async intent(name: string): Promise<string> {
    const added = await this.admin.post<{ id: string }>("/ivr/api/v1/intentionClassify/add", { name, samples: [name] });
    return added.id;
  }

  async changeGroup(change: Readonly<Record<string, unknown>>): Promise<void> {
    await this.admin.post(skillGroupApi.update.path, { ...(await this.group()), ...change });
  }

  newPhone(): string {
    return `1380000${String(1_000 + (this.#callers += 1))}`;
  }

  /** A telephone that can call this number, again and again. */
  page(number: string, phone: string): Promise<SipClient> {
    return this.people.page(this.url, phone, number);
  }

  /** Calls the number from a telephone of his own; silent until he is told otherwise. */
  async caller(number: string, toneHz?: number): Promise<FlowCaller> {
    const phone = this.newPhone();
    return this.callFrom(await this.page(number, phone), phone, number, toneHz);
  }

  /** On a machine with much other work the handshake of a call's media may be lost: then he calls again. */
  async callFrom(client: SipClient, phone: string, number: string, toneHz?: number): Promise<FlowCaller> {
    for (let left = mostHandshakes; ; left--) {
      const call = await client.call(number);
      call.peer.toneHz = toneHz;
      const caller = new FlowCaller(call, phone);
      const up = Promise.all([call.answered, call.peer.connected]);
      const end = await Promise.race([up, call.ended]);
      if ("length" in end) return caller;
      if (left === 1 || end.by === "refused")
        throw new Error(`the call of ${phone} to ${number} did not come about: ${end.by} ${end.status ?? ""}`);
    }
  }

  async #row({ phone }: FlowCaller): Promise<CallRow | undefined> {
    const asked = { ...page, caller: phone };
    const { list } = await this.admin.post<ReplyOf<typeof cdrApi.callRecords>>(cdrApi.callRecords.path, asked);
    return list.find(({ callId }) => !this.#read.has(callId));
  }

  /** The record of his call, once it ended. */
  async record(caller: FlowCaller): Promise<CallRow> {
    let row: CallRow | undefined;
    await until(`the record of ${caller.phone}`, async () => {
      row = await this.#row(caller);
      return row !== undefined && row.cause !== null;
    });
    this.#read.add(row!.callId);
    return row!;
  }

  /** Until his call, which goes on, has such a step. */
  async trackHas(caller: FlowCaller, is: (step: TrackStep) => boolean): Promise<void> {
    await until(`a step of ${caller.phone}`, async () => {
      const row = await this.#row(caller);
      return row !== undefined && (await this.track(row.callId)).steps.some(is);
    });
  }

  /** The reply as it came, and its steps. */
  async track(callId: string): Promise<{ readonly text: string; readonly steps: readonly TrackStep[] }> {
    const rows = await this.admin.post<ReplyOf<typeof cdrApi.callTrack>>(cdrApi.callTrack.path, { callId });
    const steps = rows.map(({ actionType, offsetMs, info }) => {
      const { nodeId = "", nodeName = "", nextNodeId = "", content = "" } = readTrackInfo(info);
      return { actionType, offsetMs, nodeId, nodeName, nextNodeId, content };
    });
    return { text: JSON.stringify(rows), steps };
  }

  /** The stored recording of a call, once it is there. */
  async recording(callId: string): Promise<Buffer> {
    let reply = new Response();
    await until(`the recording of ${callId}`, async () => {
      reply = await this.admin.raw(`${cdrApi.playRecording.path}?callId=${callId}`);
      return reply.headers.get("content-type") === "audio/wav";
    });
    return Buffer.from(await reply.arrayBuffer());
  }

  async close(): Promise<void> {
    await this.people.leave();
    await this.server.close();
  }
}
