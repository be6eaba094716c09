import { Text } from "@chakra-ui/react";
import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import {
  appTitle,
  appVersionApi,
  beforeSignIn,
  releaseScopes,
  scopeNames,
  type ReleaseScope,
} from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  formOf,
  MultiSelectField,
  NumberField,
  RadioField,
  ResourceScreen,
  useResourceList,
  type Action,
  type Option,
} from "@liantai/ui/resource";
import { useState } from "react";
import { object } from "yup";
import { useEnterpriseChoices } from "../../parts/enterprises.ts";
import { useBus } from "@liantai/bus/react";
import { AppList } from "./app-list.tsx";
import { Keys } from "./keys.tsx";
import { shareText, shortVersion, states, versions, type App, type Version } from "./words.ts";

const filterSchema = object({});
const defaults = () => ({});

const columns: readonly Column<Version>[] = [
  { id: "app", title: "应用", width: 72, value: (r) => appTitle(r.app) },
  {
    id: "version",
    title: "版本",
    width: 88,
    value: (r) => r.version,
    cell: (r) => (
      <Text fontFamily="mono" title={r.version}>
        {shortVersion(r.version)}
      </Text>
    ),
  },
  {
    id: "state",
    title: "状态",
    width: 72,
    value: (r) => states[r.state].name,
    cell: (r) => <StatusBadge tone={states[r.state].tone}>{states[r.state].name}</StatusBadge>,
  },
  { id: "share", title: "企业占比", width: 96, value: (r) => shareText(r.enterprises, r.total) },
  {
    id: "publishedAt",
    title: "发布",
    width: 140,
    value: (r) => `${r.publishedBy} ${r.publishedAt}`,
    // Who and the day; the time to the second when it is pointed at. Beside the apps there is no room for more.
    cell: (r) => (
      <Text truncate title={`${r.publishedBy} ${r.publishedAt}`}>
        {r.publishedBy} {r.publishedAt.slice(0, 10)}
      </Text>
    ),
    sortBy: "publishedAt",
  },
  {
    id: "bytes",
    title: "大小",
    width: 68,
    align: "end",
    value: (r) => r.bytes,
    cell: (r) => `${Math.ceil(r.bytes / 1024)} KB`,
    sortBy: "bytes",
  },
  {
    id: "failures",
    title: "加载失败",
    width: 72,
    align: "end",
    value: (r) => r.failures,
    cell: (r) => (
      <Text
        color={r.failures > 0 ? "fg.error" : undefined}
        title={r.lastFailureAt ? `最近一次 ${r.lastFailureAt}` : undefined}
      >
        {r.failures}
      </Text>
    ),
  },
  { id: "note", title: "更新说明", width: 100, value: (r) => r.note },
  { id: "keyName", title: "发布密钥", width: 100, optional: true, value: (r) => r.keyName },
  {
    id: "mismatches",
    title: "不一致的共享包",
    width: 170,
    optional: true,
    value: (r) => r.mismatches.map(({ name }) => name).join("、"),
  },
];

const scopeOptions = (app: string): readonly Option[] =>
  (beforeSignIn.includes(app) ? (["all"] as const) : releaseScopes).map((value) => ({
    value,
    label: scopeNames[value],
  }));

function ScopeFields({ scope, app }: { readonly scope: ReleaseScope; readonly app: string }) {
  const enterprises = useEnterpriseChoices(scope !== "enterprises");
  return (
    <>
      <RadioField name="scope" label="发布范围" options={scopeOptions(app)} />
      {scope === "enterprises" && <MultiSelectField name="compIds" label="企业" {...enterprises} />}
      {scope === "share" && (
        <NumberField
          name="percent"
          label="企业比例（%）"
          min={1}
          max={99}
          hint="比例调大时，已有该版本的企业保持不变"
        />
      )}
      <Text color="fg.muted">立即生效。已打开的页面会提示刷新，通话中的坐席在通话结束后刷新。</Text>
    </>
  );
}

/** What the form begins with: who has the version now, or everybody. */
function scopeNow(apps: readonly App[], { app, version }: Version) {
  const of = apps.find((each) => each.app === app);
  const now = [...(of?.trials ?? []), ...(of?.current ? [of.current] : [])].find((each) => each.version === version);
  return { scope: now?.scope ?? "all", compIds: now?.compIds ?? [], percent: now?.percent || 10 };
}

function useRelease(apps: readonly App[]): readonly Action<Version>[] {
  const may = mayOperate(useSelector(selectUser), "version.release");
  const [release] = versions.release.useMutation();
  return [
    {
      label: "发布范围",
      may,
      shown: ({ state }) => state !== "unusable",
      form: (row) => {
        const { app, version } = row;
        return formOf({
          title: `发布范围：${appTitle(app)} ${shortVersion(version)}`,
          small: true,
          submit: "发布",
          schema: appVersionApi.release.body!,
          values: { app, version, ...scopeNow(apps, row) },
          fields: (form) => <ScopeFields scope={form.watch("scope") as ReleaseScope} app={app} />,
          send: (body) => release({ body }),
        });
      },
      done: ({ app }) => [`「${appTitle(app)}」`, "发布"],
    },
  ];
}

/** 版本管理: versions of apps that other machines published, which enterprises have which, one press back. */
export default function AppVersionScreen() {
  const [app, setApp] = useState("");
  const resource = useResourceList<Version, object>({
    id: "appversion",
    endpoint: versions.list,
    filterSchema,
    defaults,
    extra: { app },
  });
  const { data: apps = [], refetch } = versions.apps.useQuery({ body: {} });
  // Somebody published, or another operator went back.
  useBus("app.swapped", () => {
    resource.refetch();
    void refetch();
  });
  const rowActions = useRelease(apps);
  const actions: readonly Action[] = [{ label: "发布密钥", sheet: (_, close) => <Keys onClose={close} /> }];
  return (
    <ResourceScreen
      label="版本"
      columns={columns}
      rowId={(row) => `${row.app}/${row.version}`}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      sideWidth="244px"
      side={<AppList chosen={app} onChoose={setApp} />}
      empty={{
        title: app ? `「${appTitle(app)}」没有发布过版本` : "还没有发布过版本",
        hint: "在其他机器上运行 npm run swap -- 应用名 --to 本系统地址，用发布密钥发布。",
      }}
      actions={actions}
      rowActions={rowActions}
    />
  );
}
