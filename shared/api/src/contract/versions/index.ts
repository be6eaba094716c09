/** Area 'versions': versions of apps that other machines publish, and the keys they publish with. No screen of screens.md; decision 035. */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { publishKeyApi } from "./keys.ts";
import { appVersionApi } from "./versions.ts";

export * from "./apps.ts";
export * from "./bundle.ts";
export * from "./keys.ts";
export * from "./parts.ts";
export * from "./versions.ts";

const row = rowsOf("admin", "system");

export const versionsTabs = [row("/appversion", "版本管理", "O")];

export const versionsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: versionsTabs,
  resources: [appVersionApi, publishKeyApi],
  logWords: {
    objects: { appVersion: "应用版本", publishKey: "发布密钥" },
    actions: {
      release: "调整范围",
      back: "回退",
      revoke: "停用密钥",
      publishRefused: "发布被拒",
      use: "使用密钥",
      useRefused: "使用密钥被拒",
    },
    fields: {
      version: "版本",
      scope: "发布范围",
      compIds: "企业",
      percent: "企业比例",
      note: "更新说明",
      key: "发布密钥",
      expiresAt: "到期时间",
    },
  },
}));
