/** npm run --silent phone: a SIP-over-WebSocket telephone with real audio, told what to do by lines of stdin (docs/integrators.md). */
import { createInterface } from "node:readline";
import { customerApi, telephonyApi, type ReplyOf } from "@liantai/api/contract";
import type { SipClientOptions } from "../testing/sip/sip-client.ts";
import { keptSession } from "./client/kept-session.ts";
import { publicCall } from "./client/session.ts";
import { openTelephone, type Line } from "./client/telephone.ts";
import { argumentsOf, run, urlOf, UsageError } from "./client/terminal.ts";

const usage =
  "npm run --silent phone -- --url http://HOST:PORT (--user 1000011001 [--role 2|3] | --customer 13800138000) " +
  "[--tone 500] [--ears 500,1100]; the seat's password in LIANTAI_PASSWORD, or a telephone's own in LIANTAI_SIP_PASSWORD";

const tellMs = 500;

const hertz = (text: string): number => {
  const hz = Number(text);
  if (!Number.isInteger(hz) || hz < 50 || hz > 3_900) throw new UsageError(`a tone is 50 to 3900 Hz\n${usage}`);
  return hz;
};

/** A seat's telephone: by the seat's session, or by the password that a telephone registered at the switch keeps. */
function seatLine(url: string, user: string, role: number, toneHz: number | undefined): Line {
  const socket = `${url.replace(/^http/, "ws")}/xcc/ws`;
  const own = { url: socket, ...(toneHz === undefined ? {} : { toneHz }) };
  const password = process.env["LIANTAI_SIP_PASSWORD"];
  if (password !== undefined) return () => Promise.resolve({ ...own, user, password, realm: "liantai" });
  const who = { account: user.slice(6), roleType: role, code: user.slice(0, 6) };
  return async (): Promise<SipClientOptions> => {
    const session = await keptSession(url, who);
    const path = `${telephonyApi.querySecretKey.path}?name=${user}`;
    return { ...own, ...(await session.get<ReplyOf<typeof telephonyApi.querySecretKey>>(path)) };
  };
}

/** A customer's: as his page has it, for one access number. */
const customerLine =
  (url: string, phone: string, toneHz: number | undefined): Line =>
  async (number) => {
    const { user, password, realm, socket } = await publicCall<ReplyOf<typeof customerApi.customerSession>>(
      `${url}${customerApi.customerSession.path}`,
      { number, phone },
    );
    const at = /^wss?:/.test(socket) ? socket : `${url.replace(/^http/, "ws")}${socket}`;
    return { url: at, user, password, realm, ...(toneHz === undefined ? {} : { toneHz }) };
  };

await run("phone", async () => {
  const given = argumentsOf(usage, ["url", "user", "customer", "role", "tone", "ears"]);
  const url = urlOf(given.url, usage);
  const { user, customer } = given;
  if ((user === undefined) === (customer === undefined) || (user !== undefined && !/^\d{7,16}$/.test(user)))
    throw new UsageError(`one of --user (enterprise and seat, 1000011001) and --customer\n${usage}`);
  const tone = given.tone === undefined ? undefined : hertz(given.tone);
  const ears = (given.ears ?? "500").split(",").map(hertz);
  const line =
    user === undefined ? customerLine(url, customer ?? "", tone) : seatLine(url, user, Number(given.role ?? 2), tone);
  const telephone = await openTelephone(line, user !== undefined);
  const tell = setInterval(() => process.stdout.write(`${JSON.stringify(telephone.hear(ears))}\n`), tellMs);
  const stdin = createInterface({ input: process.stdin });
  stdin.on("line", (text) => {
    if (text.trim() === "") return;
    telephone.order(text).catch((error: unknown) => {
      process.stderr.write(`phone: ${error instanceof Error ? error.message : String(error)}\n`);
    });
  });
  const end = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    stdin.once("close", () => resolve());
  });
  await end;
  clearInterval(tell);
  stdin.close();
  await telephone.close();
  process.exit();
});
