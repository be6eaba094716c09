/**
 * The Asterisk REST Interface: events and most requests over one WebSocket that is opened again whenever it closes, lists and settings
 * over HTTP, where a long answer or a slow one stands before nothing else.
 */
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Logger } from "../../../ports/logger.ts";
import { SwitchError } from "../../../ports/switch.ts";
import { applicationOf, tagOf, type Part } from "./names.ts";
import { RestSocket, type RestAnswer, type RestResponse } from "./rest-socket.ts";

export interface AriAccess {
  /** e.g. http://127.0.0.1:8088/ari */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Where copies of its SIP come in, ADDRESS:PORT; absent: they do not. */
  readonly copies?: string;
  /** What devices are told of its audio (MEDIA_ADDRESS); absent: its own addresses. */
  readonly publicAddress?: string | undefined;
  /** Whose part of the switch it is. */
  readonly part?: Part;
}

export interface AriChannel {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly caller: { readonly name: string; readonly number: string };
  readonly dialplan: { readonly exten: string; readonly app_data: string };
  readonly creationtime: string;
  /** Of a SIP channel: its Call-ID. */
  readonly protocol_id?: string;
  readonly channelvars?: Readonly<Record<string, string>>;
}

export interface AriBridge {
  readonly id: string;
  /** Ids. */
  readonly channels: readonly string[];
}

/** The events that are read here; others come and are left alone. */
export type AriEvent =
  | { readonly type: "StasisStart"; readonly args: readonly string[]; readonly channel: AriChannel }
  | { readonly type: "StasisEnd"; readonly channel: AriChannel }
  | {
      readonly type: "ChannelDtmfReceived";
      readonly timestamp: string;
      readonly digit: string;
      readonly duration_ms: number;
      readonly channel: AriChannel;
    }
  | {
      readonly type: "ChannelDestroyed";
      readonly cause: number;
      readonly tech_cause?: number;
      readonly channel: AriChannel;
    }
  /** Another process has opened the events. */
  | { readonly type: "ApplicationReplaced" }
  | { readonly type: "ChannelStateChange"; readonly channel: AriChannel }
  | { readonly type: "Dial"; readonly dialstatus: string; readonly peer: AriChannel }
  | {
      readonly type: "EndpointStateChange" | "PeerStatusChange" | "ContactStatusChange";
      readonly endpoint: { readonly technology: string; readonly resource: string; readonly state: string };
    };

/** Asterisk's answer that is no success. */
export class AriRefused extends Error {
  readonly status: number;
  constructor(status: number, what: string) {
    super(`Asterisk answered ${status} to ${what}`);
    this.name = "AriRefused";
    this.status = status;
  }
}

const REQUEST_MS = 5_000;

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What is done at one channel or bridge. */
const ofCalls = (method: Method, path: string): boolean =>
  /^\/(?:channels|bridges|applications)(?:\/|$)/.test(path) && (method !== "GET" || path.startsWith("/channels/"));
const AGAIN_MS = [100, 250, 500, 1_000, 2_000] as const;

export interface AriHooks {
  event(event: AriEvent): void;
  /** Before anything is asked; rejects when another process has taken over. */
  ready(): Promise<void> | undefined;
  /** The events flow (again): what happened meanwhile is not told by Asterisk. */
  up(): void;
}

export class Ari {
  /** Told of what happens to its channels. */
  readonly application: string;
  /** Of the ids of what it makes. */
  readonly tag: string;
  private readonly access: AriAccess;
  private readonly logger: Logger;
  private readonly hooks: AriHooks;
  private readonly authorization: string;
  private ws: WebSocket | undefined;
  private stopped = false;
  connected = false;
  private readonly entering = new Map<string, () => void>();
  private readonly rest = new RestSocket(REQUEST_MS);
  /** What is to end and may not have: asked again when Asterisk is there again. */
  private readonly unended = new Map<string, AriQuery>();

  constructor(access: AriAccess, logger: Logger, hooks: AriHooks) {
    this.access = access;
    this.application = applicationOf(access.part);
    this.tag = tagOf(access.part);
    this.logger = logger;
    this.hooks = hooks;
    this.authorization = `Basic ${Buffer.from(`${access.user}:${access.password}`).toString("base64")}`;
  }

  /** Resolves when events flow; rejects when Asterisk cannot be reached or refuses us. Lost later, it comes back by itself. */
  async start(): Promise<void> {
    this.stopped = false;
    await this.open();
  }

  stop(): void {
    this.stopped = true;
    this.ws?.terminate();
  }

  /** A WebSocket of Asterisk's HTTP server. */
  socket(path: string, protocol: string): WebSocket {
    const url = new URL(this.access.url);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.pathname = path;
    return new WebSocket(url, protocol, { perMessageDeflate: false, handshakeTimeout: REQUEST_MS });
  }

  /** `query` may hold empty values, which are left out. Resolves with the JSON of the answer; undefined where there is none. */
  async ask<T>(method: Method, path: string, query: AriQuery = {}, body?: object): Promise<T> {
    // Not waited for where there is nothing to wait for: requests keep the order in which they were asked.
    const ready = this.hooks.ready();
    if (ready) await ready;
    const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
    const uri = given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
    const { status, text } =
      this.ws && this.connected && ofCalls(method, path)
        ? await this.rest.ask(this.ws, method, uri.slice(1), body)
        : await this.overHttp(method, uri, body);
    if (status < 200 || status > 299) throw new AriRefused(status, `${method} ${path}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  private async overHttp(method: Method, uri: string, body?: object): Promise<RestAnswer> {
    const response = await fetch(`${this.access.url.replace(/\/+$/, "")}${uri}`, {
      method,
      headers: {
        authorization: this.authorization,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Begun before the request that makes the channel: resolves when it can be put into a bridge. */
  entered(channel: string): { readonly arrived: Promise<void>; forget(): void } {
    const forget = (): void => void this.entering.delete(channel);
    const arrived = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => (forget(), reject(new Error("the channel did not begin"))), REQUEST_MS).unref();
      this.entering.set(channel, () => (forget(), clearTimeout(timer), resolve()));
    });
    arrived.catch(() => undefined);
    return { arrived, forget };
  }

  /** For what may be gone already: 404, 409 and 412 say so. Nobody else would end what was to end and was not heard of. */
  async attempt(method: "POST" | "DELETE", path: string, query: AriQuery = {}): Promise<boolean> {
    try {
      await this.ask(method, path, query);
      return true;
    } catch (error) {
      if (error instanceof AriRefused && [400, 404, 409, 412, 422].includes(error.status)) return false;
      if (this.stopped || (error instanceof SwitchError && error.code === "fenced")) return false;
      if (method === "DELETE" && !(error instanceof AriRefused)) this.unended.set(path, query);
      this.logger.warn({}, `${method} ${path}: ${(error as Error).message}`);
      return false;
    }
  }

  private open(): Promise<void> {
    const url = new URL(`${this.access.url.replace(/\/+$/, "")}/events`);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("app", this.application);
    const ws = new WebSocket(url, {
      headers: { authorization: this.authorization },
      handshakeTimeout: REQUEST_MS,
      perMessageDeflate: false,
    });
    this.ws = ws;
    return new Promise((resolve, reject) => {
      ws.once("open", () => {
        this.connected = true;
        this.hooks.up();
        this.endAgain();
        resolve();
      });
      ws.on("message", (data) => this.receive(String(data)));
      ws.on("error", reject);
      ws.once("close", () => {
        const was = this.connected;
        this.connected = false;
        this.rest.closed();
        reject(new Error("Asterisk closed the connection"));
        if (was && !this.stopped) void this.again();
      });
    });
  }

  private endAgain(): void {
    const all = [...this.unended];
    this.unended.clear();
    for (const [path, query] of all) void this.attempt("DELETE", path, query);
  }

  private async again(): Promise<void> {
    this.logger.warn({}, "Asterisk: the events stopped; connecting again");
    for (let n = 0; !this.stopped; n++) {
      await wait(AGAIN_MS[Math.min(n, AGAIN_MS.length - 1)], undefined, { ref: false });
      if (this.stopped || this.connected) return;
      try {
        await this.hooks.ready();
        return await this.open();
      } catch (error) {
        this.logger.debug({}, `Asterisk: ${(error as Error).message}`);
      }
    }
  }

  private receive(text: string): void {
    try {
      const event = JSON.parse(text) as AriEvent | RestResponse;
      if (event.type === "RESTResponse") return this.rest.answered(event);
      if (event.type === "StasisStart") this.entering.get(event.channel.id)?.();
      this.hooks.event(event);
    } catch (error) {
      this.logger.error({}, `Asterisk: an event could not be read: ${(error as Error).message}`);
    }
  }
}

export type AriQuery = Readonly<Record<string, string | number | boolean | undefined>>;
