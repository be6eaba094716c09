/**
 * Who is gone, or may no longer, while his sockets live (S13, K81): both of them know within a second of real time, in which no time of
 * the server's passes, so nothing waits for a timer. Over the whole server, real sockets and its own routes.
 */
import { once } from "node:events";
import { authApi, socketPath } from "@liantai/api/contract";
import { agentApi, businessPurviewApi, companyApi } from "@liantai/api/contract/admin";
import { WebSocket } from "ws";
import { openOffice, type Office, type Person } from "../../../testing/office.ts";
import { openCti, type CtiClient } from "../../../tools/client/cti-client.ts";
import { demoEnterprise } from "../../system/index.ts";

const { compId } = demoEnterprise;
const fields = { name: "钱小军", roleType: 2 as const, terminalType: 2 as const };
let office: Office;
let url: string;
beforeAll(async () => {
  office = await openOffice();
  url = await office.app.listen();
});
afterAll(() => office.close());

const ticket = async (person: Person, use: "message" | "cti") =>
  (await person.call(authApi.ticket, { body: { use } })).ticket;

interface Desk {
  readonly person: Person;
  readonly cti: CtiClient;
  readonly message: WebSocket;
  /** What both sockets were told last, and the codes that they were closed with. */
  gone(): Promise<{ readonly cti: readonly [number, string]; readonly message: readonly [number, string] }>;
}

async function messageSocket(person: Person) {
  const token = await ticket(person, "message");
  const socket = new WebSocket(`${url.replace("http", "ws")}${socketPath}?token=${token}`, { origin: url });
  const frames: Record<string, unknown>[] = [];
  socket.on("message", (data: Buffer) => frames.push(JSON.parse(data.toString()) as Record<string, unknown>));
  const closed = once(socket, "close").then(([code]) => Number(code));
  await once(socket, "open");
  return { socket, frames, closed };
}

async function within<T>(work: Promise<T>, ms = 1_000): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function sit(person: Person, agentId: string): Promise<Desk> {
  const cti = await openCti(url);
  let told = "";
  cti.onEvent((name, { msg }) => name === "forceOut" && (told = msg ?? ""));
  const login = await cti.command("login", {
    ...{ ticket: await ticket(person, "cti"), compId, agentId, extension: agentId },
    ...{ terminalType: "2", instance: `tab-${agentId}`, takeMedia: "1" },
  });
  expect(login["code"]).toBe("1");
  const { socket: message, frames, closed } = await messageSocket(person);
  return {
    person,
    cti,
    message,
    async gone() {
      const codes = await within(Promise.all([cti.closed, closed]));
      const last = frames.findLast(({ type }) => type === "loginOut")?.["msg"];
      return { cti: [codes[0].code, told], message: [codes[1], String(last)] };
    },
  };
}

let seats = 2_000;
/** A seat of its own, with an account whose password need not be changed. */
async function seat(): Promise<{ readonly agentId: string; readonly desk: Desk }> {
  const agentId = String((seats += 1));
  const { database } = office.ports;
  await database.system((trx) =>
    trx.insertInto("extension").values({ compId, extension: agentId, sipSecret: "sealed", agentId: null }).execute(),
  );
  const { password } = await office.administrator.call(agentApi.add, {
    body: { agentId, ...fields, extension: agentId },
  });
  await database.system((trx) =>
    trx
      .updateTable("account")
      .set({ mustChange: 0 })
      .where("compId", "=", compId)
      .where("agentId", "=", agentId)
      .execute(),
  );
  const person = await office.signIn({ code: compId, roleType: 2, account: agentId, password });
  return { agentId, desk: await sit(person, agentId) };
}

const boss = <T>(run: (administrator: Person) => Promise<T>): Promise<T> => run(office.administrator);
const sessionOf = async ({ person }: Desk) => (await person.call(authApi.getUser)).sessionId;

/** Who does what, and what both pages read. */
const ends: readonly (readonly [
  what: string,
  run: (agentId: string, desk: Desk) => Promise<unknown>,
  words: string,
])[] = [
  [
    "the seat is deleted",
    (id) => boss((b) => b.call(agentApi.delete, { body: { ids: [id] } })),
    "账号已停用，请联系管理员",
  ],
  [
    "the seat is out of service",
    (id) => boss((b) => b.call(agentApi.disEnable, { body: { ids: [id] } })),
    "账号已停用，请联系管理员",
  ],
  [
    "its account has another role type",
    (id) => boss((b) => b.call(agentApi.update, { body: { agentId: id, ...fields, roleType: 3, extension: id } })),
    "您的登录已被管理员结束，请重新登录",
  ],
  [
    "it has a new password",
    (id) => boss((b) => b.call(agentApi.reloadPassword, { body: { agentId: id } })),
    "密码已修改，请重新登录",
  ],
  [
    "an administrator ends the session",
    async (_, desk) => {
      const id = await sessionOf(desk);
      await office.administrator.call(authApi.endSession, { params: { id } });
    },
    "您的登录已被管理员结束，请重新登录",
  ],
  ["it signs out", (_, { person }) => person.call(authApi.logout), "您已退出登录"],
  [
    "the enterprise is closed",
    () => office.operator.call(companyApi.disEnable, { body: { compIds: [compId] } }),
    "企业已停用，您将被强制退出，请联系运营人员",
  ],
];

test.each(ends)("K81 %s: both sockets are told and closed within a second", async (_, run, words) => {
  const { agentId, desk } = await seat();
  await run(agentId, desk);
  expect(await desk.gone()).toEqual({ cti: [4403, words], message: [4001, words] });
  await office.operator.call(companyApi.enable, { body: { compIds: [compId] } });
  if (words.startsWith("企业")) Object.assign(office, await anew());
});

/** Who was signed in before the enterprise closed is not any more. */
async function anew(): Promise<Pick<Office, "administrator">> {
  return { administrator: await office.signIn({ code: compId, roleType: 1, account: "admin" }) };
}

test("K81 a command that is under way when its session ends does nothing afterwards, and one that follows is not answered", async () => {
  const { agentId, desk } = await seat();
  const ended = office.administrator.call(agentApi.disEnable, { body: { ids: [agentId] } });
  const said = desk.cti.command("setState", { state: "1" }).then(({ code }) => code);
  await ended;
  await desk.gone();
  const state = await office.ports.database.system((trx) =>
    trx
      .selectFrom("agent_status")
      .select("code")
      .where("compId", "=", compId)
      .where("agentId", "=", agentId)
      .orderBy("seq", "desc")
      .executeTakeFirst(),
  );
  // Ready for a moment or never, in the end it is out.
  expect(state?.code).toBe(0);
  void said;
});

test("K81 a monitor whose role loses 监控坐席 is refused at once on the same socket, and has it back as soon", async () => {
  const monitor = await office.signIn({ code: compId, roleType: 3, account: "1005" });
  const desk = await sit(monitor, "1005");
  const { roleId } = await monitor.call(authApi.getUser);
  const force = async () => (await desk.cti.command("forceReady", { agentId: "1001" }))["msg"];
  const allow = (value: 0 | 1) =>
    office.operator.call(businessPurviewApi.addOrUpdateBatch, {
      body: { compId, roleId, items: [{ key: "monitor", value }] },
    });
  expect(await force()).toBe("该坐席未签入");
  await allow(0);
  expect(await within(force())).toBe("没有监控该坐席的权限");
  await allow(1);
  expect(await within(force())).toBe("该坐席未签入");
  desk.cti.close();
  desk.message.terminate();
});
