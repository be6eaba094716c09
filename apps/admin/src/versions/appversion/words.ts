/** Clients and words of 版本管理. */
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { appVersionApi, publishKeyApi, scopeNames, type ReleaseScope } from "@liantai/api/contract/admin";
import type { StateTone } from "@liantai/ui";

export const versions = queriesOf({
  list: appVersionApi.list,
  apps: appVersionApi.apps,
  release: appVersionApi.release,
  back: appVersionApi.back,
});
export const keys = queriesOf(publishKeyApi);

export type Version = ReplyOf<typeof appVersionApi.list>["list"][number];
export type App = ReplyOf<typeof appVersionApi.apps>[number];
export type Release = App["trials"][number];
export type PublishKey = ReplyOf<typeof publishKeyApi.list>[number];

export const states: Readonly<Record<Version["state"], { readonly tone: StateTone; readonly name: string }>> = {
  current: { tone: "ready", name: "使用中" },
  trial: { tone: "ringing", name: "试用中" },
  idle: { tone: "offline", name: "未使用" },
  unusable: { tone: "busy", name: "不可用" },
};
export const keyStates: Readonly<Record<PublishKey["state"], { readonly tone: StateTone; readonly name: string }>> = {
  valid: { tone: "ready", name: "有效" },
  expired: { tone: "busy", name: "已到期" },
  revoked: { tone: "offline", name: "已停用" },
};

export const shareText = (enterprises: number, total: number): string =>
  total === 0 ? "0%" : `${Math.round((enterprises / total) * 100)}%（${enterprises}/${total}）`;

export const scopeText = ({ scope, compIds, percent }: Pick<Release, "scope" | "compIds" | "percent">): string =>
  scope === "enterprises"
    ? `${scopeNames.enterprises} ${compIds.length} 家`
    : scope === "share"
      ? `${percent}% 的企业`
      : scopeNames[scope as ReleaseScope];

/** What 回退 takes back: the newest release. undefined: everybody has the built-in version. */
export const newestOf = ({ trials, current }: App): Release | undefined => trials[0] ?? current ?? undefined;

/** Short enough to be read out, long enough to tell versions apart. */
export const shortVersion = (version: string): string => version.slice(0, 8);
