/** The whole server without sockets, over HTTP injection: seeded, signed in, every reply held against its contract. */
import { createPublicKey, constants, publicEncrypt } from "node:crypto";
import {
  authApi,
  browserClient,
  formUserName,
  type ArgOf,
  type Endpoint,
  type Envelope,
  type FieldError,
  type ReplyOf,
} from "@liantai/api/contract";
import { buildApp, unlimited, type App } from "../app.ts";
import { builtInImports, registerPages } from "../http/pages/index.ts";
import { createModules, type Composition } from "../modules.ts";
import { captchaKey } from "../modules/auth/index.ts";
import { demoEnterprise, demoPassword, type Sealer } from "../modules/system/index.ts";
import type { TestPorts } from "./index.ts";
import { multipartPayload } from "./multipart.ts";
import { seededHost as host, seededPorts, testSealer as sealer, type Replaced } from "./seeded.ts";

const settings = { host, port: 0, publicUrl: undefined, tls: undefined };
const basic = `Basic ${btoa(`${browserClient.id}:${browserClient.secret}`)}`;

/** A refusal as the browser gets it. */
export class Refusal extends Error {
  readonly status: number;
  readonly envelope: Envelope;
  constructor(status: number, envelope: Envelope) {
    super(envelope.msg);
    this.name = "Refusal";
    this.status = status;
    this.envelope = envelope;
  }
}

/** What a refused call was answered; fails when it was let through, or for any other reason. */
export async function refused(
  call: Promise<unknown>,
): Promise<Envelope & { readonly status: number; readonly fields: readonly FieldError[] }> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error("it was not refused");
  const { data } = error.envelope as Envelope<{ readonly fields?: readonly FieldError[] } | null>;
  return { status: error.status, ...error.envelope, fields: data?.fields ?? [] };
}

/** Somebody who is signed in. */
export interface Person {
  /** The envelope's data; throws Refusal. */
  call<E extends Endpoint>(endpoint: E, input?: Partial<ArgOf<E>>): Promise<ReplyOf<E>>;
  /** Status, headers and bytes of a reply that is a file. */
  file<E extends Endpoint>(
    endpoint: E,
    input?: Partial<ArgOf<E>>,
  ): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly bytes: Buffer }>;
  readonly token: string;
}

export interface Office {
  readonly app: App;
  readonly ports: TestPorts;
  readonly sealer: Sealer;
  readonly composition: Composition;
  readonly operator: Person;
  readonly administrator: Person;
  readonly agent: Person;
  readonly monitor: Person;
  signIn(who: {
    readonly code?: string;
    readonly roleType: number;
    readonly account: string;
    readonly password?: string;
  }): Promise<Person>;
  /** One already known by its token. */
  person(token: string): Person;
  /** Enters an enterprise, as operators may; who then may press what its administrator may. */
  enter(compId: string, who?: Person): Promise<Person>;
  close(): Promise<void>;
}

/** A password as the browser sends it: encrypted for the server's key. */
async function sealPassword(app: App, password: string): Promise<{ readonly password: string; readonly kid: string }> {
  const { data: key } = (await app.fastify.inject("/auth/publicKey")).json<{
    data: { kid: string; spki: string; now: number };
  }>();
  const sealed = publicEncrypt(
    {
      key: createPublicKey({ key: Buffer.from(key.spki, "base64"), format: "der", type: "spki" }),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: "sha256",
    },
    Buffer.from(JSON.stringify({ password, at: key.now })),
  );
  return { password: sealed.toString("base64"), kid: key.kid };
}

let pictures = 0;

/** Signs in through the front door; the access token. Throws Refusal. */
export async function signInOver(
  app: App,
  ports: Pick<TestPorts, "broker">,
  username: string,
  password: string = demoPassword,
): Promise<string> {
  const randomStr = `office-${(pictures += 1)}`;
  // As if the picture had been drawn and read: drawing takes longer than the rest of a sign-in.
  const code = "TEST";
  await ports.broker.set(captchaKey(randomStr), code, 60_000);
  const body = new URLSearchParams({
    grant_type: "password",
    username,
    ...(await sealPassword(app, password)),
    code,
    randomStr,
  });
  const reply = await app.fastify.inject({
    method: "POST",
    url: "/auth/oauth/token",
    headers: { authorization: basic, "content-type": "application/x-www-form-urlencoded" },
    payload: body.toString(),
  });
  const envelope = reply.json<Envelope<{ access_token: string }>>();
  if (envelope.code !== 1) throw new Refusal(reply.statusCode, envelope);
  return envelope.data.access_token;
}

/** A request as `Person.call` makes it. */
export async function injection(endpoint: Endpoint, input: Partial<ArgOf<Endpoint>>, token: string) {
  const {
    params = {},
    query = {},
    body,
  } = input as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const form = endpoint.encoding === "form";
  const multipart =
    endpoint.encoding === "multipart" ? await multipartPayload((body ?? {}) as Record<string, unknown>) : undefined;
  const search = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
  return {
    method: endpoint.method,
    url: `${path}?${search}`,
    headers: {
      authorization: `Bearer ${token}`,
      module: encodeURIComponent("测试"),
      ...(endpoint.body
        ? { "content-type": multipart?.type ?? (form ? "application/x-www-form-urlencoded" : "application/json") }
        : {}),
    },
    ...(endpoint.body
      ? {
          payload:
            multipart?.payload ??
            (form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body ?? {})),
        }
      : {}),
  };
}

/** distDir: a folder as the build leaves it, whose page is served as well. */
export async function openOffice(replace: Replaced = {}, distDir?: string): Promise<Office> {
  const ports = await seededPorts(replace);
  const composition = createModules({
    ports,
    sealer,
    info: { version: "1", switch: "embedded" },
    reveal: { enabled: false, host },
    realm: "liantai",
    dataDir: ports.folder,
    backupsKept: 0,
    recordingsFolder: `${ports.folder}/live`,
    repair: async () => undefined,
    ...(distDir === undefined ? {} : { builtIn: builtInImports(distDir) }),
  });
  const app = await buildApp(ports, settings, {
    modules: composition.modules,
    // Whether contract and handlers agree is the matrix's question (modules/auth/matrix.test.ts).
    endpoints: composition.modules.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)),
    sessions: composition.auth.sessions,
    mayPress: composition.auth.mayPress,
    maySee: composition.auth.maySee,
    mayDo: composition.auth.mayDo,
    openNumber: composition.auth.openNumber,
    publishers: composition.versions.publishers,
    ...(distDir === undefined
      ? {}
      : {
          pages: (fastify) =>
            registerPages(fastify, {
              distDir,
              mode: "production",
              published: composition.versions.published,
              sessions: composition.auth.sessions,
            }),
        }),
    checkReplies: true,
    // What hangs is the suite's matter: two cores with other work have taken longer than a contract allows.
    patience: 10,
    // A suite asks by one session what people ask in hours, while its clock stands.
    perSession: unlimited,
  });
  await app.start();

  const person = (token: string): Person => ({
    token,
    async call(endpoint, input = {}) {
      const reply = await app.fastify.inject(await injection(endpoint, input, token));
      const envelope = reply.json<Envelope>();
      if (reply.statusCode !== 200 || envelope.code !== 1) throw new Refusal(reply.statusCode, envelope);
      return envelope.data as never;
    },
    async file(endpoint, input = {}) {
      const reply = await app.fastify.inject(await injection(endpoint, input, token));
      return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload };
    },
  });
  const signIn: Office["signIn"] = async ({ code = "000000", roleType, account, password }) =>
    person(await signInOver(app, ports, formUserName(code, roleType, account), password));
  const code = demoEnterprise.compId;
  const operator = await signIn({ roleType: 0, account: "admin" });
  return {
    app,
    ports,
    sealer,
    composition,
    signIn,
    person,
    operator,
    enter: async (compId, who = operator) =>
      person((await who.call(authApi.reUser, { body: { compId } })).access_token),
    administrator: await signIn({ code, roleType: 1, account: "admin" }),
    agent: await signIn({ code, roleType: 2, account: "1001" }),
    monitor: await signIn({ code, roleType: 3, account: "1005" }),
    async close() {
      await app.stop();
      await ports.close();
    },
  };
}
