import { authApi, type Failure } from "@liantai/api/contract";
import { makeBaseQuery, type RequestHost } from "./request.ts";
import type { Tokens } from "./session.ts";
import { shareTokens, type SharingPorts } from "./token-sharing.ts";

/** One browser: its channel reaches every tab but the sender, a moment later; its locks are held one at a time. */
function browser({ locked = true } = {}) {
  const ears = new Set<(event: MessageEvent) => void>();
  const posted: unknown[] = [];
  const requests: string[] = [];
  const live = new Set(["R0", "Z0"]);
  let renewals = 0;
  let turn: Promise<void> = Promise.resolve();
  const locks: SharingPorts["locks"] = { request: (_name, run) => (turn = turn.then(run)) };

  const reply = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    requests.push(`${pathname} ${request.headers.get("authorization")}`);
    if (!pathname.endsWith("/auth/token/refresh")) return Response.json({ code: 1, msg: "", data: null });
    const { token } = (await request.json()) as { token: string };
    // As the server does: a token that was renewed before ends the session.
    if (!live.delete(token)) return Response.json({ code: 426, msg: "", data: null }, { status: 426 });
    renewals += 1;
    live.add(`${token[0]}${renewals}`);
    return Response.json({
      code: 1,
      msg: "",
      data: { access_token: `A${renewals}`, refresh_token: `${token[0]}${renewals}`, expires_in: 86_400 },
    });
  };

  return {
    posted,
    requests,
    live,
    reply,
    renewals: () => renewals,
    tab(saved: Tokens | null) {
      let tokens = saved;
      const failures: Failure[] = [];
      let own: ((event: MessageEvent) => void) | undefined;
      const channel = {
        postMessage(data: unknown) {
          posted.push(data);
          for (const ear of ears) if (ear !== own) queueMicrotask(() => ear({ data } as MessageEvent));
        },
        addEventListener(_type: string, ear: (event: MessageEvent) => void) {
          own = ear;
          ears.add(ear);
        },
      } as SharingPorts["channel"];
      const host: RequestHost = {
        tokens: () => tokens,
        moduleTitle: () => "",
        insideEnterprise: () => false,
        operatorSignIn: () => false,
        onTokens: (t) => (tokens = t),
        onFailure: (f) => failures.push(f),
        now: () => now,
      };
      const base = makeBaseQuery(
        host,
        authApi.refresh,
        shareTokens({ channel, locks: locked ? locks : undefined, tokens: host.tokens, adopt: host.onTokens }),
      );
      return {
        failures,
        tokens: () => tokens,
        set: (next: Tokens | null) => (tokens = next),
        ask: () => base({ endpoint: authApi.getUser }, { signal: new AbortController().signal } as never, {}),
      };
    },
  };
}

const now = 1_000_000;
const old = (refresh: string): Tokens => ({ access: "A", refresh, expiresAt: now + 60_000 });
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const before = globalThis.fetch;
let made: ReturnType<typeof browser>;
const open = (options?: { locked: boolean }) => {
  made = browser(options);
  globalThis.fetch = ((request: Request) => made.reply(request)) as typeof fetch;
  Object.defineProperty(globalThis, "location", { value: { href: "http://console.test/" }, configurable: true });
  return made;
};
afterEach(() => {
  globalThis.fetch = before;
});

test("S6 two tabs of one session renew once, and both go on with the new tokens", async () => {
  const { tab, renewals, requests } = open();
  const [one, two] = [tab(old("R0")), tab(old("R0"))];
  await Promise.all([one.ask(), two.ask()]);
  expect(renewals()).toBe(1);
  expect(one.tokens()).toEqual({ access: "A1", refresh: "R1", expiresAt: now + 86_400_000 });
  expect(two.tokens()).toEqual(one.tokens());
  expect(requests.filter((r) => r.startsWith("/auth/token/getUser"))).toEqual([
    "/auth/token/getUser Bearer A1",
    "/auth/token/getUser Bearer A1",
  ]);
  expect([...one.failures, ...two.failures]).toEqual([]);
});

test("a tab that does nothing takes them too, and renews from there the next time", async () => {
  const { tab, live } = open();
  const [one, two] = [tab(old("R0")), tab(old("R0"))];
  await one.ask();
  await settle();
  expect(two.tokens()?.refresh).toBe("R1");
  two.set({ ...two.tokens()!, expiresAt: now });
  await two.ask();
  await settle();
  expect(live.has("R2")).toBe(true);
  expect(one.tokens()?.refresh).toBe("R2");
});

test("a tab of another session, or of none, hears it and takes nothing", async () => {
  const { tab } = open();
  const [one, other, nobody] = [tab(old("R0")), tab(old("Z0")), tab(null)];
  await one.ask();
  await settle();
  expect(other.tokens()).toEqual(old("Z0"));
  expect(nobody.tokens()).toBeNull();
});

test("a page restored with tokens that were renewed while it was away gets the present ones", async () => {
  const { tab } = open();
  const one = tab(old("R0"));
  await one.ask();
  one.set({ ...one.tokens()!, expiresAt: now });
  await one.ask();
  const restored = tab(old("R0"));
  await settle();
  expect(restored.tokens()).toEqual(one.tokens());
  expect(restored.tokens()?.refresh).toBe("R2");
});

test("S6 after another sign-in nobody gets that session by asking with a token of the one before", async () => {
  const { tab } = open();
  const one = tab(old("R0"));
  await one.ask();
  one.set(old("Z0"));
  await one.ask();
  const restored = tab(old("R0"));
  await settle();
  expect(restored.tokens()).toEqual(old("R0"));
});

test("who signs out while a renewal is under way stays signed out", async () => {
  const { tab, posted } = open();
  const one = tab(old("R0"));
  const asked = one.ask();
  one.set(null);
  await asked;
  expect(one.tokens()).toBeNull();
  expect(posted.filter((m) => (m as { type: string }).type === "renewed")).toEqual([]);
});

test("without locks a tab that hears of it in time does not renew again", async () => {
  const { tab, renewals } = open({ locked: false });
  const [one, two] = [tab(old("R0")), tab(old("R0"))];
  await one.ask();
  await settle();
  await two.ask();
  expect(renewals()).toBe(1);
});
