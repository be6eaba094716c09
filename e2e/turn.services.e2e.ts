/** docs/protocol.md P24 with coturn: pages that may use nothing but the relay talk through it, on both switches; what it refuses. */
import { createHmac } from "node:crypto";
import { person, type Person } from "./harness/browser.ts";
import { becomeReady, customerCalls, customerIs, phaseIs, press, signIn } from "./harness/agent-page.ts";
import { earsFor, isTone, untilHeard } from "./harness/listen.ts";
import { startServer, type RunningServer } from "./harness/server.ts";
import { agentHz, both, customerHz } from "./harness/stage.ts";

declare global {
  interface Window {
    relayedCalls?: RTCPeerConnection[];
  }
}

const url = process.env["TEST_TURN_URL"] ?? "";
const secret = process.env["TEST_TURN_SECRET"] ?? "";
const asterisk = {
  SWITCH: "asterisk",
  ASTERISK_ARI_URL: process.env["TEST_ASTERISK_URL"] ?? "",
  ASTERISK_ARI_USER: process.env["TEST_ASTERISK_USER"] ?? "",
  ASTERISK_ARI_PASSWORD: process.env["TEST_ASTERISK_PASSWORD"] ?? "",
  ASTERISK_SIP_COPIES: process.env["TEST_ASTERISK_COPIES"] ?? "",
};

let agent: Person;
let customer: Person;

/** As a network does that lets a page speak with the TURN server alone. */
const relayOnly = ({ page }: Person) =>
  page.evaluateOnNewDocument(() => {
    window.relayedCalls = [];
    const Native = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Native {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: "relay" });
        window.relayedCalls?.push(this);
      }
    };
  });

/** What our end of the pair that carries the sound is. */
const carriedBy = ({ page }: Person): Promise<string | undefined> =>
  page.evaluate(async () => {
    const rows = [...((await window.relayedCalls?.at(-1)?.getStats()) ?? new Map()).values()];
    const { selectedCandidatePairId } = rows.find((row) => row.type === "transport");
    const pair = rows.find((row) => row.id === selectedCandidatePairId);
    return rows.find((row) => row.id === pair?.localCandidateId)?.candidateType;
  });

/** Asks the TURN server for a relayed address: the kinds of candidates that came, and its refusals. */
const gathers = (username: string, credential: string) =>
  customer.page.evaluate(
    async (urls, name, word) => {
      const connection = new RTCPeerConnection({ iceServers: [{ urls, username: name, credential: word }] });
      const [kinds, refusals] = [new Set<string>(), new Set<number>()];
      connection.addEventListener("icecandidateerror", ({ errorCode }) => refusals.add(errorCode));
      connection.addEventListener("icecandidate", ({ candidate }) => candidate?.type && kinds.add(candidate.type));
      connection.addTransceiver("audio");
      const over = new Promise((resolve) =>
        connection.addEventListener(
          "icegatheringstatechange",
          () => connection.iceGatheringState === "complete" && resolve(0),
        ),
      );
      await connection.setLocalDescription();
      await over;
      connection.close();
      return { kinds: [...kinds], refusals: [...refusals] };
    },
    url,
    username,
    credential,
  );
const proof = (username: string, by: string) => createHmac("sha1", by).update(username).digest("base64");

beforeAll(async () => {
  if (!url) throw new Error("coturn is not on this machine: install it (Debian: coturn) and run npm run test:services");
  [agent, customer] = await Promise.all([person(agentHz), person(customerHz)]);
  await Promise.all([relayOnly(agent), relayOnly(customer)]);
  // Over the ones before, so that both see the page's connections.
  await Promise.all([earsFor(agent.page), earsFor(customer.page)]);
});
afterAll(() => Promise.all([agent?.close(), customer?.close()]));

describe.each([
  ["embedded", { SWITCH: "embedded" }],
  ["asterisk", asterisk],
])("SWITCH=%s", (_name, settings) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ ...settings, TURN_URLS: url, TURN_SECRET: secret });
  });
  afterAll(async () => {
    // Pages would complain of a server that is gone.
    await Promise.all([agent, customer].map(({ page }) => page.goto("about:blank")));
    await server?.stop();
  });

  test("P24 an agent's page and a customer's hear each other through the relay alone", async () => {
    await signIn(agent.page, server.url, { account: "1001" });
    await becomeReady(agent.page);
    await customerCalls(customer.page, server.url);
    await phaseIs(agent.page, "ringing");
    await press(agent.page, "接听");
    await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
    expect(await Promise.all([agent, customer].map(carriedBy))).toEqual(["relay", "relay"]);
    await press(agent.page, "挂断");
    await customerIs(customer.page, "ended");
    expect([...agent.complaints, ...customer.complaints]).toEqual([]);
  });
});

test("P24 coturn takes our proof, and refuses a wrong secret and a time that is over", async () => {
  await customer.page.goto("about:blank");
  const until = (seconds: number) => `${Math.floor(Date.now() / 1_000) + seconds}:100001`;
  const [good, old] = [until(60), until(-60)];
  expect(await gathers(good, proof(good, secret))).toEqual({ kinds: ["relay"], refusals: [] });
  expect(await gathers(good, proof(good, `${secret}x`))).toEqual({ kinds: [], refusals: [401] });
  expect(await gathers(old, proof(old, secret))).toEqual({ kinds: [], refusals: [401] });
});
