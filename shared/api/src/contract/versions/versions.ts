/** 版本管理: the versions of apps that were published into the running installation, and which enterprise has which. */
import { array, number, object, string } from "yup";
import { listBody } from "../crud.ts";
import { defineEndpoint, defineResource, filesField, listOf, publishKey, signedIn, timeouts } from "../resource.ts";
import { swappableNames } from "./apps.ts";
import { bundleLimits } from "./bundle.ts";
import {
  appField,
  looking,
  maxChosen,
  mayRelease,
  noteField,
  releaseScopes,
  scopeFields,
  versionField,
  versionTags,
} from "./parts.ts";

/** A shared package of which the server serves another version than the bundle was built against. */
export const mismatchRow = object({
  name: string().required(),
  wanted: string().required(),
  /** '': the server has none of that name. */
  served: string().defined(),
});

export const versionStates = ["current", "trial", "idle", "unusable"] as const;

export const versionRow = object({
  app: string().required(),
  version: string().required(),
  note: string().defined(),
  bytes: number().integer().required(),
  files: number().integer().required(),
  publishedBy: string().required(),
  /** Name of the key it came with. */
  keyName: string().defined(),
  publishedAt: string().required(),
  /** current: what everybody has who has nothing else; trial: some enterprises have it; unusable: `mismatches` say why. */
  state: string().oneOf(versionStates).required(),
  /** Enterprises that have it now. */
  enterprises: number().integer().required(),
  total: number().integer().required(),
  /** Pages that could not load it or crashed with it. */
  failures: number().integer().required(),
  lastFailureAt: string().nullable().defined(),
  mismatches: array().of(mismatchRow.required()).required(),
});

const releaseRow = object({
  version: string().required(),
  scope: string().oneOf(releaseScopes).required(),
  compIds: array().of(string().required()).required(),
  percent: number().integer().required(),
  enterprises: number().integer().required(),
});

export const appRow = object({
  app: string().required(),
  title: string().required(),
  /** Version that the server was built with; '': the server has no such app. */
  builtIn: string().defined(),
  /** What everybody has; null: the built-in one. */
  current: releaseRow.nullable().defined(),
  /** Newest first: what some enterprises have instead. */
  trials: array().of(releaseRow.required()).required(),
  total: number().integer().required(),
});

export const appVersionApi = defineResource({
  list: defineEndpoint({
    name: "appVersionList",
    method: "POST",
    path: "/pbx/api/v1/appVersion/list",
    summary: "Published versions of apps",
    permission: looking,
    reads: true,
    body: listBody(
      {
        app: string()
          .label("应用")
          .oneOf(["", ...swappableNames]),
      },
      ["publishedAt", "bytes"],
    ),
    reply: listOf(versionRow),
    ...versionTags,
  }),
  apps: defineEndpoint({
    name: "appVersionApps",
    method: "POST",
    path: "/pbx/api/v1/appVersion/apps",
    summary: "Which version of each app is served to whom",
    permission: looking,
    reads: true,
    body: object({}),
    reply: array().of(appRow.required()).required(),
    ...versionTags,
  }),
  release: defineEndpoint({
    name: "appVersionRelease",
    method: "POST",
    path: "/pbx/api/v1/appVersion/release",
    summary: "Gives a published version to all enterprises, to chosen ones or to a share of them",
    permission: mayRelease,
    body: object({ app: appField(), version: versionField(), ...scopeFields }),
    ...versionTags,
  }),
  back: defineEndpoint({
    name: "appVersionBack",
    method: "POST",
    path: "/pbx/api/v1/appVersion/back",
    summary: "Takes back the newest release of an app: what was served before is served again",
    permission: mayRelease,
    /** The version that is taken back: of two presses at once the second is refused. */
    body: object({ app: appField(), version: versionField() }),
    ...versionTags,
  }),
  /** A page could not load or run what it was served. Each session counts once a version. */
  failed: defineEndpoint({
    name: "appVersionFailed",
    method: "POST",
    path: "/pbx/api/v1/appVersion/failed",
    summary: "Counts a page that could not load or run a published version",
    permission: signedIn,
    body: object({ app: appField(), version: versionField() }),
    ratePerMinute: 30,
  }),
  publish: defineEndpoint({
    name: "appVersionPublish",
    method: "POST",
    path: "/pbx/api/v1/appVersion/publish",
    summary: "Publishes a version of an app that was built elsewhere (npm run swap -- APP --to URL)",
    permission: publishKey,
    encoding: "multipart",
    body: object({
      app: appField(),
      version: versionField(),
      note: noteField(),
      ...scopeFields,
      /** Codes of enterprises with commas between: a form's field is one text. */
      compIds: string()
        .label("企业")
        .max(maxChosen * 7)
        .test("chosen", "请选择企业", (value, { parent }) => parent.scope !== "enterprises" || !!value),
      contents: string().label("文件清单").required("缺少文件清单").max(bundleLimits.contents),
      files: filesField("文件"),
    }),
    maxBytes: bundleLimits.bytes,
    maxFiles: 1,
    timeoutMs: timeouts.upload,
    reply: object({
      version: string().required(),
      bytes: number().integer().required(),
      /** What everybody, or those of the scope, had before; '': the built-in one. */
      before: string().defined(),
      enterprises: number().integer().required(),
      total: number().integer().required(),
    }),
    ratePerMinute: 30,
    ...versionTags,
  }),
});
