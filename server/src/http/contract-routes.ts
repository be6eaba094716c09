/** Contracts become routes here and nowhere else: admission, rate, validation, handler, envelope. */
import { AppError, timeouts, type Endpoint, minuteMs } from "@liantai/api/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Broker } from "../ports/broker.ts";
import { isForwarded, isLoopbackAddress, networkOf } from "./address.ts";
import { admit, type Authority, type Origin } from "./authority.ts";
import { openNumbers, parseInput } from "./input.ts";
import { isMultipart, readMultipart } from "./multipart.ts";
import { countQuestion } from "./number-questions.ts";
import { hidesNumbers } from "./privacy.ts";
import { checkReply, envelope, isBinary, sendBinary } from "./reply.ts";
import type { Caller, RequestContext, Route, UploadedFile } from "./routes.ts";

export interface ContractRoutesOptions {
  readonly routes: readonly Route[];
  /** What must be served, neither more nor less. */
  readonly endpoints: readonly Endpoint[];
  readonly authority: Authority;
  readonly broker: Broker;
  readonly publicUrl: string | undefined;
  /** Tests: a reply that does not fit its contract fails. */
  readonly checkReplies: boolean;
  /** How many times the limits of their contracts requests may take. */
  readonly patience: number;
  /** Whether a session may ask once more now (protocol K96). */
  readonly mayAsk: (sessionId: string) => boolean;
  /** Opens a number that the page encrypted; throws AppError. Absent: none is opened. */
  readonly openNumber?: ((text: string) => Promise<string>) | undefined;
}

const admitted = new WeakMap<FastifyRequest, Caller>();

/** Who called, for the log. */
export const callerOf = (request: FastifyRequest): Caller | undefined => admitted.get(request);

/** Throws with every name that is missing, twice there, or has no contract. */
function checkComplete(routes: readonly Route[], endpoints: readonly Endpoint[]): void {
  const key = ({ method, path }: Endpoint) => `${method} ${path}`;
  const faults: string[] = [];
  const expected = new Map<string, Endpoint>();
  for (const endpoint of endpoints) {
    if (expected.has(key(endpoint))) faults.push(`${endpoint.name}: ${key(endpoint)} stands twice in the contract`);
    expected.set(key(endpoint), endpoint);
  }
  const served = new Set<Endpoint>();
  for (const { endpoint } of routes) {
    if (expected.get(key(endpoint)) !== endpoint) faults.push(`${endpoint.name}: not in the contract`);
    if (served.has(endpoint)) faults.push(`${endpoint.name}: served twice`);
    served.add(endpoint);
  }
  for (const endpoint of endpoints) if (!served.has(endpoint)) faults.push(`${endpoint.name}: no handler`);
  if (faults.length > 0) throw new Error(`contracts and handlers differ: ${faults.join("; ")}`);
}

function contextOf(
  request: FastifyRequest,
  publicUrl: string | undefined,
  files: readonly UploadedFile[],
  reply: FastifyReply,
): RequestContext {
  return {
    // Absent on public and client routes, whose handlers must not read it (http/routes.ts).
    caller: admitted.get(request) as Caller,
    address: request.ip,
    device: (request.headers["user-agent"] ?? "").slice(0, 256),
    requestId: request.id,
    origin: publicUrl ?? `${request.protocol}://${request.host}`,
    files,
    setHeader: (name, value) => void reply.header(name, value),
    headers: request.headers as Readonly<Record<string, string | undefined>>,
  };
}

/**
 * A proxy that is not named in TRUSTED_PROXIES says http and this machine for whoever stands behind it. Found out when it is asked for:
 * keys that publish do, sessions do not.
 */
const originOf = (request: FastifyRequest): Origin => ({
  get address() {
    return request.ip;
  },
  get secure() {
    return (
      request.protocol === "https" ||
      (isLoopbackAddress(request.ip) &&
        isLoopbackAddress(request.socket.remoteAddress ?? "") &&
        !isForwarded(request.headers))
    );
  },
});

/** A form where JSON belongs, or the other way round, is refused: no cross-site form can reach a JSON route. */
function checkEncoding(endpoint: Endpoint, request: FastifyRequest): void {
  const given = request.headers["content-type"];
  if (
    isMultipart(given) !== (endpoint.encoding === "multipart") &&
    (given !== undefined || endpoint.encoding === "multipart")
  )
    throw new AppError("invalid", "不支持的内容类型");
  if (given === undefined || !endpoint.body) return;
  const isForm = given.toLowerCase().startsWith("application/x-www-form-urlencoded");
  if (isForm !== (endpoint.encoding === "form")) throw new AppError("invalid", "不支持的内容类型");
}

export function registerContractRoutes(app: FastifyInstance, options: ContractRoutesOptions): void {
  const { authority, broker, publicUrl, checkReplies, patience, mayAsk, openNumber } = options;
  checkComplete(options.routes, options.endpoints);

  const limit = async (endpoint: Endpoint, request: FastifyRequest): Promise<void> => {
    const { kind } = endpoint.permission;
    const caller = kind === "session" || kind === "roles" ? admitted.get(request) : undefined;
    if (caller && !mayAsk(caller.sessionId)) throw new AppError("tooMany");
    if (endpoint.ratePerMinute === undefined) return;
    const who = admitted.get(request)?.sessionId ?? networkOf(request.ip);
    if ((await broker.increment(`rate:${endpoint.name}:${who}`, minuteMs)) > endpoint.ratePerMinute)
      throw new AppError("tooMany");
  };

  /**
   * A body may take a minute to arrive, and its session, or the right, may end meanwhile (protocol S13): who calls is asked again before
   * anything is done. A key is not: each use of one is a line of the log.
   */
  const admitAgain = async (endpoint: Endpoint, request: FastifyRequest): Promise<void> => {
    const { kind } = endpoint.permission;
    if (kind !== "session" && kind !== "roles") return;
    const caller = await admit(endpoint, request.headers.authorization, authority, originOf(request));
    if (caller) admitted.set(request, caller);
  };

  /** Three digits and four are on every mask: ten thousand questions would tell the rest (protocol R10). */
  const countNumbers = async (
    { findsBy }: Endpoint,
    request: FastifyRequest,
    given: readonly unknown[],
  ): Promise<void> => {
    const caller = admitted.get(request);
    if (!findsBy || !caller || !hidesNumbers(caller)) return;
    const typed = given.flatMap((fields) => Object.entries(fields ?? {}));
    const text = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));
    if (!typed.some(([field, value]) => findsBy.includes(field) && /\d{4}/.test(text(value)))) return;
    await countQuestion(broker, caller);
  };

  for (const { endpoint, handler } of options.routes) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      // Fastify gives it up at the request's "close", which node emits once the body is read: it never ended what has one.
      ...(endpoint.body ? {} : { handlerTimeout: (endpoint.timeoutMs ?? timeouts.normal) * patience }),
      onRequest: async (request) => {
        const caller = await admit(endpoint, request.headers.authorization, authority, originOf(request));
        if (caller) admitted.set(request, caller);
        await limit(endpoint, request);
        checkEncoding(endpoint, request);
      },
      handler: async (request, reply) => {
        const { body, files } =
          endpoint.encoding === "multipart"
            ? await readMultipart(endpoint, request)
            : { body: request.body, files: [] };
        const input = await parseInput(endpoint, {
          params: request.params,
          query: request.query,
          // Nobody who has not signed in makes us decrypt anything but his own sign-in.
          body: openNumber && admitted.has(request) ? await openNumbers(body, openNumber) : body,
        });
        if (endpoint.body) await admitAgain(endpoint, request);
        await countNumbers(endpoint, request, [input.query, input.body]);
        const data = await handler(input, contextOf(request, publicUrl, files, reply));
        if (isBinary(data)) return sendBinary(reply, data);
        if (endpoint.produces === "binary") throw new Error(`${endpoint.name} must reply with a file`);
        if (checkReplies) await checkReply(endpoint, data);
        return reply.header("cache-control", "no-store").send(envelope(data));
      },
    });
  }
}
