/**
 * One contract per resource. A contract is read by the server (routes, validation, permission, OpenAPI), by the client
 * (RTK Query endpoints and their types) and by the tests. TypeScript and yup only.
 */
import "./locale.ts";
import { minuteMs, secondMs } from "./time.ts";
import type { RoleType } from "./roles.ts";
import { array, mixed, number, object, type InferType, type ObjectSchema, type Schema } from "yup";

/** Who may call. A route without a permission cannot be written. */
export type Permission =
  /** No session: sign-in page, image code, customer's page. */
  | { readonly kind: "public" }
  /** Basic client credentials (console.md section 7). */
  | { readonly kind: "client" }
  /** Any live session. */
  | { readonly kind: "session" }
  /** A key of 版本管理 (发布密钥), over HTTPS or from this machine. */
  | { readonly kind: "publishKey" }
  | {
      readonly kind: "roles";
      readonly roles: readonly RoleType[];
      /** Paths of tabs.ts: the role must have been granted one of these pages. A button stands under its page and asks for it. */
      readonly page?: readonly string[];
      /** A category-1 menu code the role must have been granted (enterprise users). */
      readonly button?: string;
      /** A key of empowerJson the operator must have (console.md section 6, operate-authority). */
      readonly operate?: string;
      /** A key of empowerJson, or the system flag, whatever the role (account-authority). */
      readonly account?: string;
      /** A business permission of the role: key of businessPurviews (admin/access.ts). */
      readonly purview?: string;
    };

export type RolesPermission = Extract<Permission, { readonly kind: "roles" }>;

export const anyone: Permission = { kind: "public" };
export const clientOnly: Permission = { kind: "client" };
export const signedIn: Permission = { kind: "session" };
export const publishKey: Permission = { kind: "publishKey" };
export const roles = (
  list: readonly RoleType[],
  extra: { page?: readonly string[]; button?: string; operate?: string; account?: string; purview?: string } = {},
): RolesPermission => ({ kind: "roles", roles: list, ...extra });
/** The same, for who was granted one of these pages. */
export const onPages = (permission: RolesPermission, ...page: readonly string[]): RolesPermission => ({
  ...permission,
  page,
});

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** HTTP time-outs of console.md section 9, ms. slow: many rows, or another machine that is asked. */
export const timeouts = { normal: 10 * secondMs, slow: minuteMs, upload: minuteMs, download: 5 * minuteMs } as const;

/** How long a loading mask stands at the most, ms (console.md section 9). What it waited for goes on. */
export const masks = { normal: 20 * secondMs, export: 10 * secondMs, download: minuteMs } as const;

export const defaultMaxBytes = 10 * 1024 * 1024;
export const defaultMaxFiles = 10;

/** The files of a multipart body: the client passes them here, the server takes them from its context and sees none here. */
export type UploadFiles = Blob | readonly Blob[];
export const filesField = (label = "文件") => mixed<UploadFiles>().label(label).meta({ files: true });

type AnySchema = Schema | undefined;
type Out<S> = S extends Schema ? InferType<S> : undefined;

export interface Endpoint<
  P extends AnySchema = AnySchema,
  Q extends AnySchema = AnySchema,
  B extends AnySchema = AnySchema,
  R extends AnySchema = AnySchema,
> {
  readonly name: string;
  readonly method: Method;
  /** Fastify form: '/a/:id'. */
  readonly path: string;
  /** One line for /openapi.json, English. */
  readonly summary: string;
  readonly permission: Permission;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Schema of the envelope's data; undefined: data is null. */
  readonly reply?: R;
  /** A POST that only reads (most lists of the specification). */
  readonly reads?: boolean;
  readonly timeoutMs?: number;
  /**
   * 'form': application/x-www-form-urlencoded instead of JSON. 'multipart': files beside the fields of `body`; the client
   * passes a File (or several) as the body's `files`, the handler gets them from its context.
   */
  readonly encoding?: "json" | "form" | "multipart";
  /** Most bytes of the files of a multipart request together; default 10 MB. */
  readonly maxBytes?: number;
  /** Most files of one; default 10. */
  readonly maxFiles?: number;
  /** 'binary': the reply is a file, not an envelope. */
  readonly produces?: "json" | "binary";
  /** RTK Query cache tags: what a query provides and a mutation invalidates. */
  readonly tags?: readonly string[];
  /** Passes while the password must be changed, or the second step switched on, first: what these pages need, nothing else. */
  readonly openWhile?: readonly ("password" | "totp")[];
  /** Requests a minute and address; default: the server's general limit. */
  readonly ratePerMinute?: number;
  /** Fields that find rows by a telephone number: whoever sees none may ask so a number of times a day only (protocol R10). */
  readonly findsBy?: readonly string[];
}

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? Out<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? Out<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? Out<B> : never;
export type ReplyOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? (R extends Schema ? InferType<R> : null) : never;

/** Keys of T whose default D fits their type: whoever leaves them out gets the default. */
type Defaulted<T, D> = {
  [K in keyof T & keyof D]-?: [D[K]] extends [undefined] ? never : [D[K]] extends [T[K]] ? K : never;
}[keyof T & keyof D];
type Given<T, D> = unknown extends D ? T : Omit<T, Defaulted<T, D>> & Partial<Pick<T, Defaulted<T, D>>>;
/** What may be given to a schema: what it makes of it, without the fields that have a default. yup names this type nowhere. */
export type InputOf<S> = S extends { readonly __outputType: infer T; readonly __default: infer D }
  ? [T] extends [object]
    ? Given<T, D>
    : T
  : undefined;

type Slot<K extends string, T> = [T] extends [undefined] ? { readonly [X in K]?: undefined } : { readonly [X in K]: T };
/** What the client passes: only the parts the contract has, defaults left out as it likes. */
export type ArgOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? Slot<"params", InputOf<P>> & Slot<"query", InputOf<Q>> & Slot<"body", InputOf<B>>
    : never;

/** Keeps what tells a query from a change: the method, and whether a POST only reads. */
interface Manner<M extends Method, W extends boolean | undefined> {
  readonly method: M;
  readonly reads?: W;
}

export function defineEndpoint<
  P extends AnySchema = undefined,
  Q extends AnySchema = undefined,
  B extends AnySchema = undefined,
  R extends AnySchema = undefined,
  const M extends Method = Method,
  const W extends boolean | undefined = undefined,
>(endpoint: Endpoint<P, Q, B, R> & Manner<M, W>): Endpoint<P, Q, B, R> & Manner<M, W> {
  return endpoint;
}

/** Page sizes every list offers (console.md section 9). */
export const pageSizes = [10, 20, 40, 100, 150, 200] as const;
export const defaultPageSize = 10;

/** pageNo from 1; pageSize up to 99999 (the seat list asks for it). */
export const pageFields = {
  pageNo: number().label("页码").integer().min(1).max(1_000_000).default(1),
  pageSize: number().label("每页条数").integer().min(1).max(99_999).default(defaultPageSize),
};

/** {list, total, pageNo, pageSize}. Said of the item here: a generic one does not survive yup's own inference. */
export function listOf<S extends Schema>(item: S): ObjectSchema<Page<InferType<S>>>;
export function listOf(item: Schema): ObjectSchema<Page<unknown>> {
  return object({
    list: array().of(item).required(),
    total: number().integer().required(),
    pageNo: number().integer().required(),
    pageSize: number().integer().required(),
  });
}

export interface Page<T> {
  readonly list: T[];
  readonly total: number;
  readonly pageNo: number;
  readonly pageSize: number;
}

/** A resource groups the endpoints of one prefix. */
export function defineResource<const T extends Record<string, Endpoint>>(endpoints: T): T {
  return endpoints;
}

export type { ObjectSchema };
