/** What the scripts that build and publish bundles tell each other. Types only: the scripts run as plain JavaScript. */

/** One bundle as publish.mjs sees it. */
export interface PublishedModule {
  readonly specifier: string;
  /** Its folder under dist/assets. */
  readonly name: string;
  readonly file: string;
}

/** One System bundle of import-map.json. */
export interface Module extends PublishedModule {
  readonly kind: "vendor" | "shared" | "root" | "app";
  /** '' for a vendor: its entry is made (vendor-entry.mjs). */
  readonly entry: string;
  readonly shell: boolean;
  readonly light: boolean;
  /** Specifiers that it imports from the map. */
  readonly externals: readonly string[];
  /** Those of them that only its lazy chunks import. */
  readonly late: readonly string[];
}

/** A bundle of the contract, and its entry's absolute path. */
export interface Layer {
  readonly specifier: string;
  readonly entry: string;
}

/** What a build of a bundle came to. */
export interface Result {
  readonly hash: string;
  readonly deps: readonly string[];
  /** Of a curated vendor: the names it hands out. */
  readonly exports?: readonly string[] | undefined;
}

export interface Built<M extends PublishedModule = Module> extends Result {
  readonly module: M;
}

export type Mode = "production" | "development";

/** Name and content of a file of a bundle. */
export type BundleFile = readonly [name: string, data: Buffer];

export interface ImportMap {
  readonly imports: Record<string, string>;
}

/** By address: what a bundle imports, and what a curated one hands out. */
export type Graph = Record<string, { readonly deps: readonly string[]; readonly exports?: readonly string[] }>;

export interface Versions {
  readonly current: string | null;
  /** The newest first. */
  readonly versions: readonly { readonly hash: string; readonly at: string }[];
}

/** From a process of the pool to its parent. */
export type BuilderReply =
  | { readonly name: string; readonly result: Result; readonly failed?: undefined }
  | { readonly name: string; readonly failed: string };

/** Whom a version is published for, as the server takes it. */
export interface Scope {
  readonly scope: "all" | "enterprises" | "share";
  readonly compIds?: string;
  readonly percent?: string;
}

/** The server's answer to a publication. */
export interface Publication {
  readonly before: string;
  readonly version: string;
  readonly bytes: number;
  readonly enterprises: number;
  readonly total: number;
}

declare global {
  /** Webpack: where a bundle's chunks are. */
  var __webpack_public_path__: string;
  /** Webpack, in a System bundle: where the bundle itself came from. */
  var __system_context__: { readonly meta: { readonly url: string } };
}
