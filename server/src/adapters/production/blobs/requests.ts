/** One request to an S3 store: signed, within its time, tried again where the store or the way to it failed. */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { Clock } from "../../../ports/clock.ts";
import { StoreRefused, StoreUnreachable } from "./errors.ts";
import { childText, parseXml } from "./xml.ts";

export interface S3Access {
  /** scheme://host[:port] of the store. */
  readonly endpoint: string;
  /** Where browsers reach it; absent: they do not. */
  readonly publicEndpoint: string | undefined;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** https://host/bucket/key; otherwise https://bucket.host/key. */
  readonly pathStyle: boolean;
}

export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** '' is the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** Until the head of an answer; a body of 64 KB a second and more still arrives in time. */
const patienceMs = 15_000;
const slowestBytesAMs = 64;
/** ms before the second, third ... try. */
const pausesMs = [200, 800, 2_400];

export interface S3Client {
  /** An answer with a body that is still to be read. Throws StoreRefused and StoreUnreachable. */
  send(request: S3Request): Promise<Response>;
  presign(key: string, seconds: number, query: Readonly<Record<string, string>>): Promise<string | undefined>;
}

function addressOf({ bucket, pathStyle }: S3Access, endpoint: string, key: string): URL {
  const url = new URL(endpoint);
  if (pathStyle) url.pathname = `/${bucket}${key === "" ? "" : `/${key}`}`;
  else {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `/${key}`;
  }
  return url;
}

const mayBeWellSoon = (status: number): boolean => status >= 500 || status === 429 || status === 408;

async function refusal(reply: Response, what: string): Promise<StoreRefused> {
  const code = childText(parseXml(await reply.text().catch(() => "")), "Code");
  const byStatus: Readonly<Record<number, string>> = {
    301: "PermanentRedirect",
    307: "TemporaryRedirect",
    403: "AccessDenied",
    404: "NotFound",
  };
  return new StoreRefused(reply.status, code ?? byStatus[reply.status] ?? reply.statusText, what);
}

export function createS3Client(access: S3Access, clock: Clock): S3Client {
  const { accessKeyId, secretAccessKey, region } = access;
  const signing = { accessKeyId, secretAccessKey, region, service: "s3", cache: new Map<string, ArrayBuffer>() };
  const datetime = (): string => new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, "");

  async function once({ method, key, query = {}, headers = {}, body }: S3Request): Promise<Response> {
    const url = addressOf(access, access.endpoint, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      ...signing,
      datetime: datetime(),
      method,
      url: url.href,
      // The store checks what arrives against it.
      headers: {
        ...headers,
        "x-amz-content-sha256": createHash("sha256")
          .update(body ?? "")
          .digest("hex"),
      },
    }).sign();
    const late = new AbortController();
    const ms = patienceMs + (body?.byteLength ?? 0) / slowestBytesAMs;
    const timer = clock.after(ms, () => late.abort(new Error(`no answer within ${Math.round(ms / 1000)} s`)));
    try {
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        ...(body ? { body } : {}),
        redirect: "manual",
        signal: late.signal,
      });
    } finally {
      timer.cancel();
    }
  }

  return {
    async send(request) {
      const what = `${request.method} ${request.key === "" ? access.bucket : request.key}`;
      for (let tries = 0; ; tries++) {
        const pause = pausesMs[tries];
        try {
          const reply = await once(request);
          if (reply.ok) return reply;
          const error = await refusal(reply, what);
          if (!mayBeWellSoon(reply.status)) throw error;
          if (pause === undefined) throw new StoreUnreachable(what, error);
        } catch (error) {
          if (error instanceof StoreRefused || error instanceof StoreUnreachable) throw error;
          if (pause === undefined) throw new StoreUnreachable(what, error);
        }
        await new Promise<void>((resolve) => void clock.after(pause, resolve));
      }
    },
    async presign(key, seconds, query) {
      if (access.publicEndpoint === undefined) return undefined;
      const url = addressOf(access, access.publicEndpoint, key);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      url.searchParams.set("X-Amz-Expires", String(seconds));
      const signed = await new AwsV4Signer({
        ...signing,
        datetime: datetime(),
        method: "GET",
        url: url.href,
        signQuery: true,
      }).sign();
      return signed.url.href;
    },
  };
}
