/** One empty createApi; every domain injects the endpoints its contract defines. */
import {
  createApi,
  type TypedUseLazyQuery,
  type TypedUseMutation,
  type TypedUseQuery,
} from "@reduxjs/toolkit/query/react";
import { authApi, type ArgOf, type Endpoint, type Failure, type ReplyOf } from "@liantai/api/contract/base";
import type { BaseQueryFn } from "@reduxjs/toolkit/query";
import { makeBaseQuery, readsOnly, type RequestArgs, type RequestHost } from "./request.ts";
import type { TokenSharing } from "./token-sharing.ts";

type Base = BaseQueryFn<RequestArgs, unknown, Failure, { silent?: boolean }>;
let base: Base | undefined;
let host: RequestHost | undefined;

/** The store hands in what requests need of it: the API itself knows no store. */
export function connectApi(to: RequestHost, sharing: TokenSharing): void {
  host = to;
  base = makeBaseQuery(to, authApi.refresh, sharing);
}

/** For what is no cache matter: tickets, sign-in. */
export function requestHost(): RequestHost {
  if (!host) throw new Error("the store is not made yet");
  return host;
}

const baseQuery: Base = (args, queryApi, extra) => {
  if (!base) throw new Error("the store is not made yet");
  return base(args, queryApi, extra);
};

export const api = createApi({
  reducerPath: "server",
  baseQuery,
  tagTypes: [
    "User",
    "Menu",
    "Session",
    "CallRecord",
    "SkillGroup",
    "MyDay",
    "EnterpriseDay",
    "Reservation",
    "Plan",
    "Announcement",
    "MyReminders",
  ],
  keepUnusedDataFor: 60,
  endpoints: () => ({}),
});

/** Tags of resources join by their contracts (queriesOf). */
type Tag = "User";
const tagsOf = (endpoint: Endpoint): Tag[] => [...((endpoint.tags ?? []) as Tag[])];

/** Dispatched when what the endpoint changes was changed, and not by a request of this page: an import that ran in the background. */
export const outdated = (endpoint: Endpoint) => api.util.invalidateTags(tagsOf(endpoint));

type Build = Parameters<Parameters<typeof api.injectEndpoints>[0]["endpoints"]>[0];

/** A contract that reads, as an RTK Query query. */
export const reading = <E extends Endpoint>(build: Build, endpoint: E) =>
  build.query<ReplyOf<E>, ArgOf<E>>({
    query: (arg) => ({ endpoint, ...(arg as object) }),
    providesTags: tagsOf(endpoint),
  });

/** A contract that changes something, as an RTK Query mutation. */
export const changing = <E extends Endpoint>(build: Build, endpoint: E) =>
  build.mutation<ReplyOf<E>, ArgOf<E>>({
    query: (arg) => ({ endpoint, ...(arg as object) }),
    invalidatesTags: tagsOf(endpoint),
  });

export const authQueries = api.injectEndpoints({
  endpoints: (build) => ({
    getUser: reading(build, authApi.getUser),
    userExpired: reading(build, authApi.userExpired),
    roleMenu: reading(build, authApi.roleMenu),
    sessions: reading(build, authApi.sessions),
    publicKey: reading(build, authApi.publicKey),
    operatorHome: reading(build, authApi.operatorHome),
    token: changing(build, authApi.token),
    logout: changing(build, authApi.logout),
    resetPassword: changing(build, authApi.resetPassword),
    deferPassword: changing(build, authApi.deferPassword),
    endSession: changing(build, authApi.endSession),
    ticket: changing(build, authApi.ticket),
  }),
});

/** A contract that is written inside a call may widen to `reads?: boolean`: that is no reading one. */
type Only<T, U> = [T] extends [never] ? false : [T] extends [U] ? true : false;
type IsRead<E extends Endpoint> = E["method"] extends "GET" ? true : Only<NonNullable<E["reads"]>, true>;

export interface ReadHooks<E extends Endpoint> {
  readonly contract: E;
  readonly useQuery: TypedUseQuery<ReplyOf<E>, ArgOf<E>, Base>;
  readonly useLazyQuery: TypedUseLazyQuery<ReplyOf<E>, ArgOf<E>, Base>;
}
export interface ChangeHooks<E extends Endpoint> {
  readonly contract: E;
  readonly useMutation: TypedUseMutation<ReplyOf<E>, ArgOf<E>, Base>;
}
export type ResourceHooks<T extends Record<string, Endpoint>> = {
  readonly [K in keyof T]: IsRead<T[K]> extends true ? ReadHooks<T[K]> : ChangeHooks<T[K]>;
};

/**
 * The client of a resource's contract: the hooks of one RTK Query endpoint for each of its endpoints, by the same keys
 * (`seats.list.useQuery({body})`, `const [add] = seats.add.useMutation()`). Names and cache tags are the contract's. Made
 * once a resource, at the top of a file.
 */
export function queriesOf<T extends Record<string, Endpoint>>(resource: T): ResourceHooks<T>;
export function queriesOf(resource: Readonly<Record<string, Endpoint>>): object {
  const entries = Object.entries(resource);
  const tags = [...new Set(entries.flatMap(([, endpoint]) => endpoint.tags ?? []))] as Tag[];
  const { endpoints } = api.enhanceEndpoints({ addTagTypes: tags }).injectEndpoints({
    endpoints: (build) =>
      // One that another file has brought already is the same.
      Object.fromEntries(
        entries
          .filter(([, { name }]) => !(name in api.endpoints))
          .map(([, endpoint]) => [
            endpoint.name,
            readsOnly(endpoint) ? reading(build, endpoint) : changing(build, endpoint),
          ]),
      ),
  });
  return Object.fromEntries(
    entries.map(([key, contract]) => [
      key,
      Object.assign((endpoints as Readonly<Record<string, object>>)[contract.name]!, { contract }),
    ]),
  );
}
