/** The requests of the fuzz over every endpoint (http/fuzz.test.ts): the same in every run. */
import type { Endpoint } from "@liantai/api/contract";
import type { Schema } from "yup";
import { multipartPayload } from "../multipart.ts";
import { hostileBodies, hostileQueries, hostileValues, placesOf, rarerValues, replaced } from "./hostile.ts";
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

/** Every hostile request of one endpoint: each field of each part, and the parts as wholes. `wide`: with the rarer values, too. */
export async function* hostileRequests(
  endpoint: Endpoint,
  given: Given,
  wide: boolean,
): AsyncGenerator<HostileRequest> {
  const { method, path } = endpoint;
  const params = sample(endpoint.params, given.params);
  const query = sample(endpoint.query, given.query);
  const body = sample(endpoint.body, given.body);
  const bare = `${pathOf(path, params)}?${search(query)}`;
  const intact = endpoint.body ? await encoded(endpoint, body) : { headers: {} };
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
    yield { what: `query ${key}: twice`, method, url: `${bare}&${key}=1&${key}=2`, ...intact };
  if (!endpoint.body) return;
  for (const place of placesOf(body))
    for (const [name, value] of wide ? [...hostileValues, ...rarerValues] : hostileValues)
      yield {
        what: `${place.join(".")}: ${name}`,
        method,
        url: bare,
        ...(await encoded(endpoint, replaced(body, place, value))),
      };
  yield {
    what: "something extra",
    method,
    url: bare,
    ...(await encoded(endpoint, { ...body, extra: "x", toString: "y" })),
  };
  for (const [name, payload] of hostileBodies)
    yield {
      what: `body: ${name}`,
      method,
      url: bare,
      headers: { "content-type": types[endpoint.encoding ?? "json"] },
      payload,
    };
}
