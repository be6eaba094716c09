/** The requests of the fuzz over every endpoint (http/fuzz.test.ts): the same in every run. */
import type { Endpoint } from "@liantai/api/contract";
import type { Schema } from "yup";
import { multipartPayload } from "../multipart.ts";
import {
  hostileBodies,
  hostileQueries,
  hostileValues,
  hugeBodies,
  placesOf,
  rarerValues,
  replaced,
} from "./hostile.ts";
import { sampleOf } from "./sample.ts";

export interface HostileRequest {
  /** Which field was made hostile, and how. */
  readonly what: string;
  readonly method: Endpoint["method"];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

type Texts = Readonly<Record<string, unknown>>;

/** What an endpoint's own probe asks for, over the sample: ids that exist. */
export interface Given {
  readonly params?: Texts;
  readonly query?: Texts;
  readonly body?: object;
}

const sample = (schema: Schema | undefined, given: object = {}): Record<string, unknown> => ({
  ...((schema ? sampleOf(schema) : {}) as object),
  ...given,
});
const search = (query: Texts): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
    .join("&");
const pathOf = (path: string, params: Texts, raw?: readonly [string, string]): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    raw?.[0] === name ? raw[1] : encodeURIComponent(String(params[name] ?? "x")),
  );

const types = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data; boundary=x",
} as const;

/** Query text of a field that may be anything: what JSON says of it, for a form has no types. */
const formText = (body: Texts): string =>
  Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        `${encodeURIComponent(key)}=${encodeURIComponent((typeof value === "string" ? value : JSON.stringify(value)).toWellFormed())}`,
    )
    .join("&");

async function encoded(endpoint: Endpoint, body: unknown): Promise<Pick<HostileRequest, "headers" | "payload">> {
  if (endpoint.encoding === "form")
    return { headers: { "content-type": types.form }, payload: formText(body as Texts) };
  if (endpoint.encoding === "multipart") {
    const fields = Object.fromEntries(
      Object.entries(body as Texts).map(([key, value]) => [
        key,
        typeof value === "object" && value !== null ? JSON.stringify(value) : value,
      ]),
    );
    const { type, payload } = await multipartPayload({ ...fields, files: new Blob(["a,b\n1,2"]) });
    return { headers: { "content-type": type }, payload };
  }
  return { headers: { "content-type": types.json }, payload: JSON.stringify(body) };
}

/** What every request of an endpoint begins with: each field as it may be. */
const partsOf = ({ path, ...endpoint }: Endpoint, given: Given) => ({
  path,
  params: sample(endpoint.params, given.params),
  query: sample(endpoint.query, given.query),
  body: sample(endpoint.body, given.body),
});

/** A request that an endpoint takes. */
export async function soundRequest(endpoint: Endpoint, given: Given): Promise<Omit<HostileRequest, "what">> {
  const { path, params, query, body } = partsOf(endpoint, given);
  return {
    method: endpoint.method,
    url: `${pathOf(path, params)}?${search(query)}`,
    ...(endpoint.body ? await encoded(endpoint, body) : { headers: {} }),
  };
}

/** How much is asked. */
export interface Reach {
  /** Every value at every place, the rarer ones too. Otherwise each place gets a share of the values, its neighbours the others. */
  readonly wide: boolean;
  /** The endpoint's position among all: decides which share its first place gets, and whether it is sent a body of 100 KB. */
  readonly turn: number;
}

/** Each place gets one of so many values: with all of them the run of every day took a tenth of all suites' time. */
const share = 4;

/** Of every how many endpoints one is sent a body of 100 KB when the run is not wide: all of them share the parser. */
const hugeEvery = 8;

/** Every hostile request of one endpoint: each field of each part, and the parts as wholes. */
export async function* hostileRequests(
  endpoint: Endpoint,
  given: Given,
  { wide, turn }: Reach,
): AsyncGenerator<HostileRequest> {
  const { path, params, query, body } = partsOf(endpoint, given);
  const { method, url, headers, payload } = await soundRequest(endpoint, given);
  const intact = { headers, ...(payload === undefined ? {} : { payload }) };
  for (const [name, raw] of hostileQueries) {
    for (const key of Object.keys(params))
      yield {
        what: `path ${key}: ${name}`,
        method,
        url: `${pathOf(path, params, [key, raw])}?${search(query)}`,
        ...intact,
      };
    for (const key of [...Object.keys(query), "unknown"]) {
      const rest = search({ ...query, [key]: undefined });
      yield { what: `query ${key}: ${name}`, method, url: `${pathOf(path, params)}?${rest}&${key}=${raw}`, ...intact };
    }
  }
  for (const key of Object.keys(query))
    yield { what: `query ${key}: twice`, method, url: `${url}&${key}=1&${key}=2`, ...intact };
  if (!endpoint.body) return;
  const valuesAt = (n: number) =>
    wide ? [...hostileValues, ...rarerValues] : hostileValues.filter((_, m) => (m + n + turn) % share === 0);
  for (const [n, place] of placesOf(body).entries())
    for (const [name, value] of valuesAt(n))
      yield {
        what: `${place.join(".")}: ${name}`,
        method,
        url,
        ...(await encoded(endpoint, replaced(body, place, value))),
      };
  yield {
    what: "something extra",
    method,
    url,
    ...(await encoded(endpoint, { ...body, extra: "x", toString: "y" })),
  };
  for (const [name, payload] of wide || turn % hugeEvery === 0 ? [...hostileBodies, ...hugeBodies] : hostileBodies)
    yield {
      what: `body: ${name}`,
      method,
      url,
      headers: { "content-type": types[endpoint.encoding ?? "json"] },
      payload,
    };
}
