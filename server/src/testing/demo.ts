/** The server without HTTP: the seeded demonstration, virtual time, and a page that signs in as a browser does. */
import { AppError, authApi, formUserName, type ArgOf, type Endpoint, type ReplyOf } from "@liantai/api/contract";
import type { BinaryReply, Caller, RequestContext } from "../http/routes.ts";
import { createIdleSwitch, type TestPorts, type VirtualClock } from "./index.ts";
import { seededPorts, testSealer as sealer, type Replaced } from "./seeded.ts";
import { createOrganisationModule, type OrganisationModule } from "../modules/organisation/index.ts";
import { demoEnterprise, demoPassword, type Sealer } from "../modules/system/index.ts";
import { captchaKey, createAuthModule, isRefused, type AuthDeps, type AuthModule } from "../modules/auth/index.ts";

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export interface Demo {
  readonly ports: TestPorts;
  readonly clock: VirtualClock;
  readonly auth: AuthModule;
  readonly organisation: OrganisationModule;
  readonly sealer: Sealer;
  /** Runs a route as the HTTP layer does, with the token's caller. */
  call<E extends Endpoint>(
    endpoint: E,
    input?: Partial<ArgOf<E>>,
    token?: string,
    from?: Partial<RequestContext>,
  ): Promise<ReplyOf<E>>;
  binary(endpoint: Endpoint, input: object, from?: Partial<RequestContext>): Promise<BinaryReply>;
  encrypt(password: string, at?: number): Promise<{ readonly kid: string; readonly password: string }>;
  signIn(who: {
    readonly code?: string;
    readonly roleType: number;
    readonly account: string;
    readonly password?: string;
    readonly captcha?: string;
    readonly address?: string;
    /** The browser's cookies. */
    readonly cookie?: string;
    /** Hears the cookies that the browser is given. */
    readonly onCookie?: (cookie: string) => void;
  }): Promise<Tokens>;
  caller(token: string): Promise<Caller>;
  /** Waits for what goes on beside the test (the database has a thread of its own) without moving time. */
  eventually(happened: () => boolean): Promise<void>;
  /** As it was at first, a day of nothing later: to open one costs a second. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export const agent = { code: demoEnterprise.compId, roleType: 2, account: "1001" } as const;
export const administrator = { code: demoEnterprise.compId, roleType: 1, account: "admin" } as const;
export const operatorLogin = { roleType: 0, account: "admin" } as const;

/** `replace`: other adapters than the embedded ones, whose closing is the caller's. */
export async function openDemo(replace: Replaced = {}, over: Partial<AuthDeps> = {}): Promise<Demo> {
  const idle = { ...createIdleSwitch(), stats: () => ({ legs: 2, registered: 3, workers: 1, frameLatenessP99Ms: 0 }) };
  const ports = await seededPorts({ switch: idle, ...replace });
  const { clock, broker } = ports;
  const organisation = createOrganisationModule(ports);
  const auth = createAuthModule({
    ports,
    organisation,
    sealer,
    info: { version: "1.2.3", switch: "embedded" },
    ...over,
  });
  await organisation.start?.();
  await auth.start?.();
  const accounts = await ports.database.system((trx) => trx.selectFrom("account").selectAll().execute());
  const routes = new Map([...auth.routes, ...organisation.routes].map((each) => [each.endpoint.name, each.handler]));
  let pictures = 0;

  const caller = async (token: string): Promise<Caller> => {
    const answer = await auth.sessions.resolve(token);
    if (isRefused(answer)) throw new AppError(answer.refused);
    return answer;
  };
  async function run(
    endpoint: Endpoint,
    input: object,
    token: string | undefined,
    from: Partial<RequestContext>,
  ): Promise<unknown> {
    const context = {
      address: "10.0.0.1",
      device: "jest",
      requestId: "r",
      origin: "http://localhost",
      files: [],
      headers: {},
      ...from,
      ...(token ? { caller: await caller(token) } : {}),
    };
    return routes.get(endpoint.name)!(input as never, context as RequestContext);
  }

  const demo: Demo = {
    ports,
    clock,
    auth,
    organisation,
    sealer,
    caller,
    call: async (endpoint, input = {}, token, from = {}) => {
      const { params, query, body } = input as { params?: object; query?: object; body?: object };
      const cast = {
        params: endpoint.params?.cast(params),
        query: endpoint.query?.cast(query),
        body: endpoint.body?.cast(body),
      };
      return (await run(endpoint, cast, token, from)) as never;
    },
    binary: async (endpoint, input, from = {}) => (await run(endpoint, input, undefined, from)) as BinaryReply,
    async encrypt(password, at) {
      const { kid, spki, now } = await demo.call(authApi.publicKey);
      const key = await crypto.subtle.importKey(
        "spki",
        Buffer.from(spki, "base64"),
        { name: "RSA-OAEP", hash: "SHA-256" },
        false,
        ["encrypt"],
      );
      const bytes = await crypto.subtle.encrypt(
        { name: "RSA-OAEP" },
        key,
        new TextEncoder().encode(JSON.stringify({ password, at: at ?? now })),
      );
      return { kid, password: Buffer.from(bytes).toString("base64") };
    },
    async signIn({ code = "000000", roleType, account, password = demoPassword, captcha, address, cookie, onCookie }) {
      const randomStr = `picture-${(pictures += 1)}`;
      await demo.binary(authApi.captcha, { query: { randomStr } });
      const shown = captcha ?? (await broker.get(captchaKey(randomStr))) ?? "";
      const sealed = await demo.encrypt(password);
      return demo.call(
        authApi.token,
        {
          body: {
            grant_type: "password",
            username: formUserName(code, roleType, account),
            ...sealed,
            code: shown.toLowerCase(),
            randomStr,
          },
        } as never,
        undefined,
        {
          ...(address ? { address } : {}),
          ...(cookie ? { headers: { cookie } } : {}),
          setHeader: (_name, value) => onCookie?.(value),
        },
      );
    },
    async eventually(happened) {
      for (let i = 0; i < 2_000 && !happened(); i += 1) await ports.database.ping();
      if (!happened()) throw new Error("it did not happen");
    },
    async reset() {
      await ports.database.system(async (trx) => {
        await trx.deleteFrom("session").execute();
        await trx.deleteFrom("login_log").execute();
      });
      // Nothing in the broker and no cache lives so long.
      await clock.advance(25 * 3_600_000);
      await ports.database.system(async (trx) => {
        for (const account of accounts)
          await trx
            .updateTable("account")
            .set({ ...account, empower: JSON.stringify(account.empower), passwordChangedAt: new Date(clock.now()) })
            .where("id", "=", account.id)
            .execute();
        await trx.updateTable("enterprise").set({ enabled: 1, forcePasswordChange: 0, reminderCycle: 90 }).execute();
      });
    },
    async close() {
      await auth.stop?.();
      await ports.close();
    },
  };
  return demo;
}

/** The error a promise ends with, as the client sees it. */
export async function refusal(promise: Promise<unknown>): Promise<Pick<AppError, "error" | "status" | "message">> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error ?? new Error("it was not refused");
  return { error: error.error, status: error.status, message: error.message };
}
