/** Attacks with SIP credentials on the wire: the whole server, its switch and real SIP telephones (docs/protocol.md P10 to P12). */
import { accountOf, authApi, telephonyApi } from "@liantai/api/contract";
import { agentApi, extensionApi } from "@liantai/api/contract/admin";
import { embeddedHarness, type EmbeddedHarness } from "../../../adapters/embedded/switch/testing/harness.ts";
import type { SwitchDirectory } from "../../../ports/switch.ts";
import { createVirtualClock } from "../../../testing/index.ts";
import { openOffice, type Office, type Person } from "../../../testing/office.ts";
import { SipClient } from "../../../testing/sip/sip-client.ts";
import { createDirectory } from "../../numbers/index.ts";
import { demoEnterprise } from "../../system/index.ts";
import { engineTopic } from "../topics.ts";

const { compId } = demoEnterprise;
jest.setTimeout(60_000);

let office: Office;
let harness: EmbeddedHarness;
/** Of the office, which needs the switch that asks it. */
let directory: SwitchDirectory | undefined;
const clients: SipClient[] = [];

beforeAll(async () => {
  harness = await embeddedHarness(
    { credentials: async (user) => (directory ? directory.credentials(user) : []) },
    { workers: 1 },
  );
  // The switch lives in real time: guesses wait, sockets close. Both begin together.
  office = await openOffice({ switch: harness.switch, clock: createVirtualClock(Date.now()) });
  directory = createDirectory({ ...office.ports, sealer: office.sealer });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await office?.close();
  await harness?.close();
});

interface Credentials {
  readonly user: string;
  readonly password: string;
}

async function connect({ user, password }: Credentials): Promise<SipClient> {
  const client = await SipClient.connect({ url: harness.url, realm: harness.realm, user, password });
  clients.push(client);
  return client;
}

const refusal = (client: SipClient): Promise<number> =>
  client.register().then(
    () => 200,
    (error: { status: number }) => error.status,
  );

/** Fresh sockets each: what they are answered. */
const fresh = async (credentials: Credentials): Promise<number> => refusal(await connect(credentials));

const call = async (client: SipClient, to: string): Promise<number | undefined> =>
  (await (await client.call(to)).ended).status;

const credentialsOf = (person: Person, agentId: string) =>
  person.call(telephonyApi.querySecretKey, { query: { name: `${compId}${agentId}` } });

const records = () =>
  office.ports.database.system((trx) =>
    trx
      .selectFrom("call_record")
      .selectAll()
      .execute()
      .then((all) => all.length),
  );

/** Signed in at the console and registered; `bar`: the CTI link is up, too. */
async function seated(agentId: string, { bar = true } = {}) {
  const person = await office.signIn({ code: compId, roleType: 2, account: agentId });
  const credentials = await credentialsOf(person, agentId);
  const phone = await connect(credentials);
  expect(await refusal(phone)).toBe(200);
  if (bar) {
    const { sessionId } = await person.call(authApi.getUser);
    await office.ports.broker.request(
      engineTopic,
      {
        verb: "attach",
        connection: `c-${agentId}`,
        gateway: "g",
        compId,
        agentId,
        sessionId,
        extension: agentId,
        instance: "tab",
        takeMedia: true,
        hideNumbers: false,
      },
      3_000,
    );
  }
  return { person, credentials, phone };
}

/** Changes of many seats are gathered for a moment, never for a second. */
const within = () => office.ports.clock.advance(1_000);

test("P21 an administrator's page may be called and may not call, is nobody's extension, and dead with its session", async () => {
  const person = await office.enter(compId);
  const name = `${compId}${accountOf((await person.call(authApi.getUser)).userName)}`;
  const credentials = await person.call(telephonyApi.querySecretKey, { query: { name } });
  expect(credentials).toMatchObject({ user: expect.stringMatching(/^s\d{18}$/) as string, extension: "" });
  for (const other of [`${compId}1001`, `${compId}somebody`, "200002admin"])
    await expect(person.call(telephonyApi.querySecretKey, { query: { name: other } })).rejects.toMatchObject({
      status: 403,
    });
  const phone = await connect(credentials);
  expect(await refusal(phone)).toBe(200);
  expect(await call(phone, "1002")).toBe(403);
  const agent = await seated("1002");
  expect(await fresh({ user: credentials.user, password: agent.credentials.password })).toBe(403);
  expect(await fresh({ user: `${compId}1002`, password: credentials.password })).toBe(403);
  await person.call(authApi.logout);
  await within();
  expect(await fresh(credentials)).toBe(403);
  expect(harness.switch.isRegistered(credentials.user)).toBe(false);
});

test("P10 nobody registers or calls as another seat or another enterprise with credentials of its own", async () => {
  const { credentials, phone } = await seated("1001");
  for (const user of [`${compId}1002`, "2000021001", `${compId}9999`])
    expect(await fresh({ user, password: credentials.password })).toBe(403);
  // Proved as 1001, but in the name of 1002.
  const forged = phone.core.makeOutgoingRequestMessage(
    "REGISTER",
    phone.uri(""),
    phone.uri(credentials.user),
    phone.uri(`${compId}1002`),
    {},
    [phone.contactHeader],
  );
  const status = await new Promise<number | undefined>((resolve) =>
    phone.core.register(forged, {
      onAccept: () => resolve(200),
      onReject: (response) => resolve(response.message.statusCode),
    }),
  );
  expect(status).toBe(403);
  expect(harness.switch.isRegistered(`${compId}1002`)).toBe(false);
});

test("P10 a password is good for its time and no longer; the next is good before, also for another process", async () => {
  const { person, credentials, phone } = await seated("1001");
  expect(await fresh(credentials)).toBe(200);
  await office.ports.clock.advance(credentials.expiresIn * 500);
  const next = await credentialsOf(person, "1001");
  expect(next.password).not.toBe(credentials.password);
  expect([await fresh(next), await fresh(credentials)]).toEqual([200, 200]);
  await office.ports.clock.advance(credentials.expiresIn * 500 + 1_000);
  expect([await fresh(next), await fresh(credentials)]).toEqual([200, 403]);
  // Nothing of it is kept in a process: another one with the installation's key knows it.
  const elsewhere = createDirectory({ ...office.ports, sealer: office.sealer });
  expect((await elsewhere.credentials(next.user)).map(({ password }) => password)).toContain(next.password);
  expect(await refusal(phone)).toBe(403);
});

test("P11 a call of a registered telephone is refused while nobody is signed in at the seat, and recorded nowhere", async () => {
  const { phone, person } = await seated("1002", { bar: false });
  const before = await records();
  expect(await call(phone, "4001")).toBe(403);
  expect(await call(phone, `${compId}1001`)).toBe(403);
  expect(await records()).toBe(before);
  await person.call(authApi.logout);
});

test("P10 signed in elsewhere: the telephone of the session before is gone, the new one stays", async () => {
  const first = await seated("1003");
  const second = await seated("1003");
  await within();
  await first.phone.closed;
  expect(harness.switch.isRegistered(second.credentials.user)).toBe(true);
  expect([await fresh(first.credentials), await fresh(second.credentials)]).toEqual([403, 200]);
});

test("P10 what is withdrawn while a telephone is being looked up counts", async () => {
  const { person, credentials } = await seated("1002");
  const late = await connect(credentials);
  const [status] = await Promise.all([refusal(late), person.call(authApi.logout)]);
  await within();
  if (status === 200) await late.closed;
  expect(harness.switch.isRegistered(credentials.user)).toBe(false);
});

test("P12 a hardware telephone has a password of its own, calls while its agent is signed in and ends with its seat", async () => {
  const agentId = "1004";
  const hardware = () =>
    office.administrator.call(extensionApi.reveal, { body: { extension: agentId, reason: "配置话机" } });
  // A soft phone's seat: the extension's password opens nothing.
  expect(await fresh(await hardware())).toBe(403);
  const terminal = (terminalType: number) =>
    office.ports.database
      .system((trx) => trx.updateTable("seat").set({ terminalType }).where("agentId", "=", agentId).execute())
      .then(() => office.ports.broker.publish("seat.changed", { compId, agentId }));
  await terminal(1);
  const person = await office.signIn({ code: compId, roleType: 2, account: agentId });
  await expect(credentialsOf(person, agentId)).rejects.toThrow("该坐席使用话机");
  const old = await hardware();
  const phone = await connect(old);
  expect(await refusal(phone)).toBe(200);
  expect(await call(phone, "4001")).toBe(403);
  const renewed = await office.administrator.call(extensionApi.renew, { body: { extension: agentId } });
  await phone.closed;
  expect([await fresh(old), await fresh(renewed)]).toEqual([403, 200]);
  // Another terminal, and back.
  const device = await connect(renewed);
  expect(await refusal(device)).toBe(200);
  await terminal(2);
  await within();
  await device.closed;
  await terminal(1);
  // Out of service.
  const last = await connect(renewed);
  expect(await refusal(last)).toBe(200);
  await office.administrator.call(agentApi.disEnable, { body: { ids: [agentId] } });
  await within();
  await last.closed;
  expect(await fresh(renewed)).toBe(403);
  // The seat lets go of the extension: its telephone's old password is worth nothing.
  await office.administrator.call(extensionApi.update, { body: { extension: agentId, agentId: "" } });
  expect(await fresh(renewed)).toBe(403);
});

const ends: readonly (readonly [string, (person: Person, agentId: string) => Promise<unknown>])[] = [
  ["logout", (person) => person.call(authApi.logout)],
  ["disEnable", (_, agentId) => office.administrator.call(agentApi.disEnable, { body: { ids: [agentId] } })],
  ["reloadPassword", (_, agentId) => office.administrator.call(agentApi.reloadPassword, { body: { agentId } })],
  ["delete", (_, agentId) => office.administrator.call(agentApi.delete, { body: { ids: [agentId] } })],
];

test.each(ends.map(([how, end], i) => [how, end, ["1001", "1002", "1001", "1003"][i]!] as const))(
  "P10 after %s the telephone is gone within a second: its socket, a fresh REGISTER, an INVITE",
  async (_how, end, agentId) => {
    const { person, credentials, phone } = await seated(agentId);
    const waiting = await connect(credentials);
    await end(person, agentId);
    await within();
    await phone.closed;
    expect(harness.switch.isRegistered(credentials.user)).toBe(false);
    expect(await fresh(credentials)).toBe(403);
    // A socket that was open before and on which nobody had registered.
    const before = await records();
    expect(await call(waiting, `${compId}1005`)).toBe(403);
    expect(await call(await connect(credentials), "4001")).toBe(403);
    expect(await records()).toBe(before);
  },
);
