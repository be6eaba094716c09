/** What a flow asks, of a real server on this machine that takes its time: how often, and how long. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { interfaceAllowanceApi, interfaceConfigApi } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../testing/office.ts";
import { createSystemClock } from "../../adapters/embedded/clock/index.ts";
import { askInterface, type InterfaceQuestion } from "./asking.ts";

const own = "100001";
const clock = createSystemClock();
let office: Office;
let server: Server;
let interfaceId: string;
/** Of each request since the last question. */
let keys: (string | string[] | undefined)[] = [];
let answers: (turn: number, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(request.headers["idempotency-key"]);
    answers(keys.length, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  office = await openOffice();
  await office.operator.call(interfaceAllowanceApi.add, {
    body: { compId: own, target: "127.0.0.1", ports: String(port) },
  });
  const form = {
    ...{ name: "订单系统", events: ["recorded"], url: `http://127.0.0.1:${port}/`, method: "POST", headers: [] },
    ...{ signed: 0, secret: "", mapping: [], timeoutS: 5, maxTries: 1, enabled: 1, sendFullNumbers: 0 },
  };
  ({ id: interfaceId } = await office.administrator.call(interfaceConfigApi.add, { body: form as never }));
});
afterAll(async () => {
  await office?.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function ask(over: Partial<InterfaceQuestion>, answering: typeof answers) {
  [keys, answers] = [[], answering];
  const began = performance.now();
  const question = { interfaceId, callId: "c", key: "c-e1", request: {}, reply: { sum: "sum" }, ...over };
  const given = { timeoutMs: 300, retries: 1, ...question };
  const { database } = office.ports;
  const answer = await askInterface({ ports: { database, clock }, sealer: office.sealer }, own, given);
  return { answer, ms: performance.now() - began };
}
const sum = (response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "application/json" }).end('{"sum":12}');

test("G165 a try that hangs is over with its time-out, and the next has as long, under the same key", async () => {
  const { answer } = await ask({}, (turn, response) => turn > 1 && sum(response));
  expect(answer).toEqual({ outcome: "ok", status: 200, values: { sum: 12 } });
  expect(keys).toEqual(["c-e1", "c-e1"]);
});

test("G165 one that always hangs is asked so often, each time so long, and was not in time", async () => {
  const { answer, ms } = await ask({ retries: 2 }, () => undefined);
  expect(answer.outcome).toBe("timeout");
  expect(keys).toHaveLength(3);
  expect(ms).toBeGreaterThan(880);
});

test("G165 what the flow has left is for all tries together", async () => {
  const { answer, ms } = await ask({ retries: 2, totalMs: 400 }, () => undefined);
  expect([answer.outcome, keys.length]).toEqual(["timeout", 2]);
  expect(ms).toBeLessThan(800);
});

test("G165 what answers late after it failed was not in time; what fails after it was late has failed", async () => {
  const failing = (response: ServerResponse) => void response.writeHead(503).end();
  expect((await ask({}, (turn, response) => turn === 1 && failing(response))).answer.outcome).toBe("timeout");
  expect((await ask({}, (turn, response) => turn === 2 && failing(response))).answer.outcome).toBe("failed");
  // What was refused is refused again.
  await ask({}, (_turn, response) => void response.writeHead(404).end());
  expect(keys).toHaveLength(1);
});
