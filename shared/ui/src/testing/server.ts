/**
 * The server at the network's edge, for the tests of all screens: it answers as a test says, remembers what it was asked, and knows the
 * contract. What the page asks and what a test answers must fit the contract of the endpoint, or the test fails by its name.
 */
import { errors, type Endpoint, type ErrorName, type FieldError } from "@liantai/api/contract";
import { allEndpoints } from "@liantai/api/contract/all";
import { completed, faultsOfReply, faultsOfRequest } from "./contract.ts";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly form: FormData | undefined;
}

/** A Response as it is. Anything else is the data of an envelope: what it leaves out is filled in by the contract, the rest must fit it. */
type Answer = (asked: Asked) => unknown;

export interface FakeServer {
  readonly asked: readonly Asked[];
  /** The bodies of what was asked at a path, in order. */
  bodies(path: string): readonly Asked["body"][];
  /**
   * `route`: a path of the contract, with its method before it where two endpoints share the path. Without an answer
   * the line is broken.
   */
  on(route: string, answer: Answer): void;
}

/** A refusal by the catalogue of errors: its code and its status. */
export const refusal = (error: ErrorName, msg: string = errors[error].text, fields: readonly FieldError[] = []) =>
  Response.json(
    { code: errors[error].code, msg, data: fields.length > 0 ? { fields } : null },
    { status: errors[error].status },
  );

const faults: string[] = [];
afterEach(() => {
  const found = faults.splice(0);
  if (found.length > 0) throw new Error(`The contract was broken:\n${[...new Set(found)].join("\n")}`);
});

/** '/a/:id' of the contract as what a path is tried against. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

async function read(request: Request): Promise<Pick<Asked, "text" | "body" | "form">> {
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("multipart/")) {
    const form = await request.formData();
    return { text: "", form, body: Object.fromEntries([...form].filter(([, value]) => typeof value === "string")) };
  }
  const text = await request.text();
  if (type.startsWith("application/x-www-form-urlencoded"))
    return { text, form: undefined, body: Object.fromEntries(new URLSearchParams(text)) };
  return { text, form: undefined, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

/** Node's Response makes objects of Node's realm, which forms would take for instances of a class and not copy. */
const ofThisRealm = (response: Response): Response =>
  Object.assign(response, { json: async () => JSON.parse(await response.text()) as unknown });

/** Replaces the page's fetch. `more`: endpoints of the test itself; `otherwise` answers what has no answer of its own. */
export function fakeServer(more: readonly Endpoint[] = [], otherwise?: Answer): FakeServer {
  const routes = [...more, ...allEndpoints].map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.path) }));
  const answers = new Map<string, Answer>();
  const asked: Asked[] = [];
  const routeOf = (method: string, path: string) =>
    routes.find(({ endpoint }) => endpoint.method === method && endpoint.path === path) ??
    routes.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));

  globalThis.fetch = (async (request: Request) => {
    const url = new URL(request.url);
    const route = routeOf(request.method, url.pathname);
    if (!route) {
      faults.push(`${request.method} ${url.pathname} is no endpoint of the contract`);
      throw new TypeError("Failed to fetch");
    }
    const { endpoint, pattern } = route;
    const one: Asked = {
      method: request.method,
      path: url.pathname,
      params: { ...pattern.exec(url.pathname)?.groups },
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      ...(await read(request)),
    };
    asked.push(one);
    faults.push(...faultsOfRequest(endpoint, one));
    const answer = answers.get(nameOf(endpoint)) ?? answers.get(endpoint.path) ?? otherwise;
    if (!answer) throw new TypeError("Failed to fetch");
    const given = await answer(one);
    if (given instanceof Response) return ofThisRealm(given);
    const told: unknown = JSON.parse(JSON.stringify(given ?? null));
    const data = endpoint.reply ? completed(endpoint.reply, told) : told;
    faults.push(...faultsOfReply(endpoint, data));
    return ofThisRealm(Response.json({ code: 1, msg: "成功", data }));
  }) as typeof fetch;

  return {
    asked,
    bodies: (path) => asked.filter((each) => each.path === path).map((each) => each.body),
    on(route, answer) {
      if (!routes.some(({ endpoint }) => endpoint.path === route || nameOf(endpoint) === route))
        throw new Error(`${route} is no endpoint of the contract`);
      answers.set(route, answer);
    },
  };
}
