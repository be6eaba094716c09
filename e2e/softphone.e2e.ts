/** Any SIP-over-WebSocket client can register with an extension's credentials: JsSIP in a page that is none of ours. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Library from "jssip";
import type { RTCSession } from "jssip/lib/RTCSession.js";
import webpack from "webpack";
import { apiSignIn } from "./harness/api.ts";
import { person, type Person } from "./harness/browser.ts";
import { agentIs, becomeReady, phaseIs, press, signIn } from "./harness/agent-page.ts";
import { earsFor, isTone, untilHeard } from "./harness/listen.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

declare global {
  /** In the page alone. */
  const JsSIP: Pick<typeof Library, "UA" | "WebSocketInterface">;
}

/** JsSIP as one script that sets window.JsSIP: the package ships modules only. */
async function jssipScript(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "liantai-jssip-"));
  const compiler = webpack({
    mode: "development",
    devtool: false,
    entry: "jssip",
    context: import.meta.dirname,
    output: { path: folder, filename: "jssip.js", library: { name: "JsSIP", type: "window" } },
  });
  try {
    await new Promise<void>((resolve, reject) =>
      compiler.run((error, stats) =>
        error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve(),
      ),
    );
    return readFileSync(join(folder, "jssip.js"), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const both = [500, 1100];

interface Phone {
  readonly user: string;
  readonly password: string;
  readonly realm: string;
}

let server: RunningServer;
let agent: Person;
let phone: Person;

beforeAll(async () => {
  server = await startServer();
  [agent, phone] = await Promise.all([person(500), person(1100)]);
  await Promise.all([earsFor(agent.page), earsFor(phone.page)]);
});
afterAll(async () => {
  await Promise.all([agent?.close(), phone?.close()]);
  await server?.stop();
});

/** Registers in the page; resolves with 'registered' or the reason of the refusal. */
const register = ({ user, password, realm }: Phone) =>
  phone.page.evaluate(
    (uri: string, secret: string, socket: string) =>
      new Promise<string>((resolve) => {
        const ua = new JsSIP.UA({
          sockets: [new JsSIP.WebSocketInterface(socket)],
          uri,
          password: secret,
          register: true,
        });
        ua.on("registered", () => resolve("registered"));
        ua.on("registrationFailed", ({ cause = "" }) => {
          ua.stop();
          resolve(cause);
        });
        ua.on("newRTCSession", ({ session }: { readonly session: RTCSession }) => {
          if (session.direction !== "incoming") return;
          // Chromium gives WebAudio a remote track's samples only while an element plays it.
          session.on("peerconnection", () =>
            session.connection.addEventListener("track", ({ track }) => {
              const speaker = new Audio();
              speaker.srcObject = new MediaStream([track]);
              void speaker.play();
            }),
          );
          document.body.dataset["ringing"] = "yes";
          session.on("ended", () => (document.body.dataset["ended"] = "yes"));
          session.answer({
            mediaConstraints: {
              audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
              video: false,
            },
          });
        });
        ua.start();
      }),
    `sip:${user}@${realm}`,
    password,
    `${server.url.replace("http", "ws")}/xcc/ws`,
  );

test("JsSIP registers with the extension's credentials, and not with a wrong password", async () => {
  const session = await apiSignIn(server.url, "1003", 2);
  const secret = await session.get<Phone>("/pbx/api/v1/extension/querySecretKey?name=1000011003");
  await phone.page.setBypassCSP(true);
  await phone.page.goto(`${server.url}/openapi`);
  await phone.page.addScriptTag({ content: await jssipScript() });
  expect(await register({ ...secret, password: `${secret.password}x` })).not.toBe("registered");
  expect(await register(secret)).toBe("registered");
});

test("an agent dials that extension from the bar: both hear each other, the hang-up reaches the phone", async () => {
  await signIn(agent.page, server.url, { account: "1001" });
  await becomeReady(agent.page);
  await agent.page.locator("#app-workstation input").fill("1003");
  await press(agent.page, "呼叫");
  await phaseIs(agent.page, "talking");
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(phone.page, both, isTone(0))]);
  await press(agent.page, "挂断");
  await phone.page.waitForSelector('body[data-ended="yes"]', { timeout: 10_000 });
  await agentIs(agent.page, 1);
});
