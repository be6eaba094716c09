/** A whole station on doubles: the real store and bus, virtual time, a CTI server that answers. */
import { createBus, type BusEventName, type BusEvents } from "@liantai/bus";
import { decodeCti, encodeCti, type AgentCallView } from "@liantai/api/contract";
import { callLines, membersFrom } from "@liantai/api/contract/call-lines";
import {
  selectTelephony,
  signedOut,
  store,
  telephonyChanged,
  telephonyReset,
  tokensReceived,
  userLoaded,
  type UserInfo,
} from "@liantai/api/client";
import { agentActions } from "../agent-client/actions.ts";
import { AgentClient } from "../agent-client/agent-client.ts";
import type { AgentClientPorts } from "../agent-client/ports.ts";
import { localPhone } from "../softphone/local-phone.ts";
import { FakeSipPhone, FakeMicrophone, FakeSpeaker } from "./fake-phone.ts";
import { FakeNet } from "./fake-wire.ts";
import { settle, VirtualClock } from "./virtual-clock.ts";

export const agent: UserInfo = {
  userName: "10000121001",
  nickName: "张敏",
  userId: "u1",
  agentId: "1001",
  compId: "100001",
  roleType: 2,
  roleId: "r",
  groupId: null,
  expired: 0,
  totpDue: 0,
  enterprise: null,
  empowerJson: null,
  defaultAccessNumber: null,
  isHiddenNum: 0,
  isTabs: 1,
  loginAgentState: 1,
  skillGroupList: [],
  organizationIds: [],
  password: "",
  phoneEncipher: 0,
  operator: 0,
  isSys: 0,
  isSuper: 0,
  terminalType: 2,
  isPopup: 1,
  isAutoAnswer: 0,
  callStyle: 1,
  extension: "8001",
  sessionId: "s1",
};

export const agentCallView = (part: Partial<AgentCallView> = {}): AgentCallView => ({
  callId: "c1",
  direction: "inbound",
  phase: "ringing",
  number: "138****1111",
  skillGroupName: "售前",
  ringingAt: 1_000_000,
  held: false,
  agentLost: false,
  ...part,
});

const published: readonly BusEventName[] = [
  "session.signedIn",
  "session.signedOut",
  "agent.state",
  "call.ringing",
  "call.dialling",
  "call.answered",
  "call.held",
  "call.resumed",
  "call.ended",
  "call.recorded",
  "notification.show",
  "link.refetch",
  "link.state",
];

/** What the server answers without a socket. `tickets` takes the uses that were asked for. */
const httpOf = (tickets: string[]): AgentClientPorts["http"] => ({
  ticket: async (use) => `${use}-${tickets.push(use)}`,
  ctiAddress: async () => ({ got: "ws://desk/cti/ws" }),
  phoneConfig: async ({ terminalType }, instance) => ({
    got: {
      socketUrl: terminalType === 4 ? "/local-phone/t.js" : "ws://desk/xcc/ws",
      user: "1000018001",
      password: "p",
      realm: "liantai",
      instance,
      expiresIn: 600_000,
      deviceCheck: "refuse",
    },
  }),
  colleagues: async () => ({
    agents: [
      { agentId: "1002", name: "李强", extension: "8002", code: 1, statusName: "", forwards: false },
      { agentId: "1003", name: "王芳", extension: "8003", code: 8, statusName: "", forwards: false },
    ],
    groups: [
      { id: "g1", name: "售前", ready: 1 },
      { id: "g2", name: "售后", ready: 0 },
    ],
    queues: [{ id: "q1", name: "全部客服", ready: 1 }],
    voices: [
      { id: "v1", name: "身份验证", want: "digits" },
      { id: "v2", name: "服务公告", want: "nothing" },
    ],
  }),
  customStatuses: async () => [
    { id: "rest", statusName: "休息", maxMinutes: 15 },
    { id: "course", statusName: "培训", maxMinutes: 0 },
  ],
  startSurvey: async (callId) => (callId === "c1" ? "" : "通话不存在"),
  seatTasks: async () => ({ tasks: [], failures: [] }),
  leaveTask: async () => "",
  keepSession: async () => undefined,
});

const pageStore: AgentClientPorts["store"] = {
  telephony: () => selectTelephony(store.getState()),
  change: (part) => store.dispatch(telephonyChanged(part)),
  signOut: (sentence) => store.dispatch(signedOut(sentence)),
};

const storageOf = (kept: Map<string, string>): AgentClientPorts["storage"] => ({
  getItem: (k) => kept.get(k) ?? null,
  setItem: (k, v) => void kept.set(k, v),
  removeItem: (k) => void kept.delete(k),
});

export function makeAgentClient(
  options: { storage?: Map<string, string>; user?: Partial<UserInfo>; http?: Partial<AgentClientPorts["http"]> } = {},
) {
  const kept = options.storage ?? new Map<string, string>();
  const clock = new VirtualClock();
  const net = new FakeNet();
  const line = new FakeSipPhone();
  const microphone = new FakeMicrophone();
  const speaker = new FakeSpeaker();
  const bus = createBus();
  const heard: { name: BusEventName; payload: unknown }[] = [];
  for (const name of published) bus.subscribe(name, (payload) => heard.push({ name, payload }));
  const user: UserInfo = { ...agent, ...options.user };
  store.dispatch(telephonyReset());
  store.dispatch(tokensReceived({ access: "a", refresh: "r", expiresAt: Number.MAX_SAFE_INTEGER }));
  store.dispatch(userLoaded(user));
  const tickets: string[] = [];
  const network = { online: true, sockets: true, changed: () => undefined as void };
  const core = new AgentClient({
    clock,
    bus,
    store: pageStore,
    http: { ...httpOf(tickets), ...options.http },
    openWire: net.open,
    openPhone: line.open,
    localPhone: async () => localPhone(clock, net.open),
    network: {
      online: () => network.online,
      sockets: () => network.sockets,
      watch: (changed) => void (network.changed = changed),
    },
    microphone,
    speaker,
    storage: storageOf(kept),
    socketOrigin: "ws://desk",
    instance: async () => "tab-1",
  });
  const actions = agentActions(core);

  const cti = () => net.last("/cti/ws");
  const event = (name: string, fields: Record<string, string>) => cti().say(encodeCti({ type: "event", name, fields }));
  /** Commands the server has had, newest last. */
  const commands = () => cti().sent.map(decodeCti);
  const answer = async (name: string, code = 1, fields: Record<string, string> = {}) => {
    const asked = commands()
      .filter((l) => l.name === name)
      .at(-1);
    if (!asked) throw new Error(`no command ${name}`);
    cti().say(encodeCti({ type: "response", name, fields: { seq: asked.fields.seq!, code: String(code), ...fields } }));
    await settle();
  };
  const now = () => String(clock.now());
  return {
    core,
    actions,
    clock,
    net,
    line,
    microphone,
    speaker,
    /** A browser that has no WebSocket. */
    withoutSockets() {
      network.sockets = false;
    },
    /** What the browser says of the network. */
    networkIs(online: boolean) {
      network.online = online;
      network.changed();
    },
    bus,
    heard,
    kept,
    user,
    cti,
    event,
    commands,
    answer,
    state: () => selectTelephony(store.getState()),
    /** The uses of the tickets that were asked for. */
    tickets: () => [...tickets],
    published: <K extends BusEventName>(name: K) =>
      heard.filter((h) => h.name === name).map((h) => h.payload as BusEvents[K]),
    notices: () => heard.filter((h) => h.name === "notification.show").map((h) => (h.payload as { text: string }).text),
    agentIs: (code: number, part: Record<string, string> = {}) =>
      event("agentState", { code: String(code), reason: "byAgent", since: now(), now: now(), ...part }),
    callIs: (call: AgentCallView) => {
      const { json, more } = callLines(call);
      event("call", { json, now: now() });
      more.forEach((json, line) =>
        event("callMembers", { callId: call.callId, from: String(membersFrom(line)), json }),
      );
    },
    /** Signs in, connects every link and becomes the media owner. */
    async up(owner = "tab-1") {
      await core.follow(user);
      await settle();
      net.last("/ws/api/v1/socket").accept();
      net
        .last("/ws/api/v1/socket")
        .say({ type: "socket-uuid", data: { time: clock.now(), socketId: "x", stream: "s" } });
      cti().accept();
      await settle();
      await answer("login");
      event("agentState", { code: "2", reason: "signIn", since: now(), now: now() });
      event("callEnd", { callId: "", cause: "completed" });
      event("mediaOwner", { instance: owner });
      await settle();
      line.phones.at(-1)?.accept();
      await settle();
    },
    /** The soft phone on the agent's machine takes the login. */
    async localPhoneUp() {
      const wire = net.last("/local-phone/");
      wire.say({ type: 900, version: "1" });
      wire.say({ type: 801 });
      await settle();
    },
  };
}
export type TestAgentClient = ReturnType<typeof makeAgentClient>;
