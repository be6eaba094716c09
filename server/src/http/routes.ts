/**
 * How a module offers its routes: the contract says path, validation and permission; the module gives a handler. A handler
 * gets parsed input and who calls, and returns the envelope's data (or a BinaryReply). Routes stay thin: authorise (from the
 * contract, done before the handler runs), call, present.
 */
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf, RoleType } from "@liantai/api/contract";
import type { Readable } from "node:stream";

/** Who calls, from the session; undefined on public and client routes. */
export interface Caller {
  readonly sessionId: string;
  readonly userId: string;
  readonly userName: string;
  readonly nickName: string;
  readonly roleType: RoleType;
  readonly roleId: string;
  /** '000000' for operators. */
  readonly compId: string;
  readonly agentId: string | null;
  readonly groupId: string | null;
  readonly isHiddenNum: boolean;
  /** The enterprise hides phone numbers (console.md section 5, Phone masking). */
  readonly hiddenGlobalPhone: boolean;
  readonly empower: Readonly<Record<string, boolean>>;
  readonly operator: boolean;
  /** The system flag: account-authority (console.md section 6). */
  readonly isSys?: boolean;
  /**
   * What must be done before anything else: the password is overdue and its change is forced, or the second step must be
   * switched on (TOTP_REQUIRED). Only endpoints that say so (openWhile) pass, no socket opens.
   */
  readonly held?: "password" | "totp";
  /**
   * An operator inside an enterprise: compId is the enterprise's, roleType 1, userId and names the operator's own; may
   * press everything.
   */
  readonly entered?: true;
  /** Operators without isSuper: the enterprises of their unit and the units below it. Absent: all. http/company.ts reads it. */
  readonly companies?: ReadonlySet<string>;
}

/** A file of a multipart request. It is gone when the request has ended, unless it was moved away (Blobs.adopt). */
export interface UploadedFile {
  /** Name of the form field. */
  readonly field: string;
  /** As the user's machine calls it, made safe (http/names.ts). */
  readonly name: string;
  /** What the browser said; nothing to rely on. */
  readonly type: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** The first bytes, at most 4 KB: what kind of file it is. */
  readonly head: Buffer;
  /** Where it lies meanwhile. */
  readonly path: string;
  stream(): Readable;
}

export interface RequestContext {
  readonly caller: Caller;
  readonly address: string;
  readonly device: string;
  readonly requestId: string;
  /** scheme://host the browser used, for links in replies. */
  readonly origin: string;
  /** A header of the reply, e.g. a cookie. */
  setHeader?(name: string, value: string): void;
  /** Of multipart requests; otherwise empty. */
  readonly files: readonly UploadedFile[];
  /** Request headers a handler may need (range). */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The reply of an endpoint that `produces: 'binary'`. */
export interface BinaryReply {
  readonly binary: Readable | Uint8Array | string;
  readonly contentType: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Input<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
}

export type Handler<E extends Endpoint> = (
  input: Input<E>,
  context: RequestContext,
) => Promise<E extends { produces: "binary" } ? BinaryReply : ReplyOf<E> | BinaryReply>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (
    input: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
    context: RequestContext,
  ) => Promise<unknown>;
}

/** Ties a handler to its contract. On public and client routes context.caller is not set: such handlers must not read it. */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint, handler: handler as Route["handler"] };
}
