/** What a customer types and the SIP users made of it stay out of the log, at its most talkative, whatever happens. */
import { seatCaller } from "../../testing/who.ts";
import { customerApi, telephonyApi } from "@liantai/api/contract";
import { buildApp, type App } from "../../app.ts";
import { createLogger } from "../../http/logging.ts";
import { createTestPorts, type TestPorts } from "../../testing/index.ts";
import { demoDirectNumber, demoEnterprise, sealerOf } from "../system/index.ts";
import { seed } from "../first-start/index.ts";
import { createNumbersModule } from "./index.ts";

const { compId } = demoEnterprise;
const direct = demoDirectNumber.number;
const sealer = sealerOf(Buffer.alloc(32, 3));
const phones = ["13812345678", "02188886666", "075526001234", "4008123123"];
let ports: TestPorts;
let app: App;
let text = "";
let serves: () => Promise<boolean>;

beforeAll(async () => {
  ports = await createTestPorts({ logger: createLogger("debug", (line) => (text += line)) });
  await seed(ports, sealer, { host: "127.0.0.1" });
  const module = createNumbersModule({
    ports,
    sealer,
    realm: "liantai",
    engine: { serves: () => serves() },
    turn: { urls: ["turn:turn.example.com"], secret: "north-south-east-west" },
    localPhone: { script: async (sessionId) => `/local-phone/${sessionId}.js` },
  });
  app = await buildApp(
    ports,
    { host: "127.0.0.1", port: 0, publicUrl: undefined, tls: undefined },
    {
      modules: [module],
      endpoints: module.routes.map((route) => route.endpoint),
      mayPress: async () => true,
      maySee: async () => true,
      sessions: {
        resolve: async () => seatCaller({ compId, hiddenGlobalPhone: true }),
      },
    },
  );
});
afterAll(async () => {
  await app.stop();
  await ports.close();
});
beforeEach(() => {
  text = "";
  serves = async () => true;
});

const session = async (payload: string | object) =>
  (
    await app.fastify.inject({
      method: "POST",
      url: customerApi.customerSession.path,
      headers: { "content-type": "application/json" },
      payload,
    })
  ).json<{ code: number; data: Record<string, string> & { iceServers: [{ username: string; credential: string }] } }>();

test.each(phones)("a session for %s: granted, refused, invalid, broken, unreadable", async (phone) => {
  const { data } = await session({ number: direct, phone });
  serves = async () => false;
  expect((await session({ number: direct, phone })).code).toBe(0);
  expect((await session({ number: `${phone}x`, phone })).code).toBe(400);
  expect((await session(`{"number":"${direct}","phone":"${phone}`)).code).toBe(400);
  serves = async () => {
    throw new Error(`no answer about sip:${data["user"]}@liantai of ${data["user"]}`);
  };
  expect((await session({ number: direct, phone })).code).toBe(500);
  expect(text).toContain("/customer/api/v1/session");
  expect(text).toContain("request failed");
  const [{ username, credential }] = data.iceServers;
  for (const secret of [
    phone,
    data["user"]!,
    data["password"]!,
    username,
    credential,
    "north-south",
    '"number"',
    direct,
  ])
    expect(text).not.toContain(secret);
});

test("an extension's user and password", async () => {
  const { data } = (
    await app.fastify.inject({
      url: `${telephonyApi.querySecretKey.path}?name=${compId}1001`,
      headers: { authorization: `Bearer ${"t".repeat(20)}` },
    })
  ).json<{ data: { user: string; password: string } }>();
  expect(data.user).toBe(`${compId}1001`);
  expect(text).toContain(telephonyApi.querySecretKey.path);
  for (const secret of [data.user, data.password]) expect(text).not.toContain(secret);
});
