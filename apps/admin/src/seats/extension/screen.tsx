import { Button } from "@chakra-ui/react";
import { notify, notifyDone, selectUser, useMayPress, useSelector } from "@liantai/api/client";
import { extensionApi, extensionRangeMax } from "@liantai/api/contract/admin";
import { ConfirmDialog, StatusBadge, usePolling, type Column } from "@liantai/ui";
import {
  FormDialog,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  RowActions,
  type RowAction,
} from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { EnterpriseChooser, useEnterprise } from "../../parts/enterprise-chooser.tsx";
import { extensions, useSeatOptions, type Extension } from "../seats/queries.ts";
import { SecretOnce, type Once } from "../seats/secret-once.tsx";

const { extension, agentId, bound, registered } = extensionApi.list.body!.fields;
const filterSchema = object({ extension, agentId, bound, registered });
const defaults = () => ({ extension: "", agentId: "", bound: "", registered: "" });
const addSchema = extensionApi.add.body!.pick(["from", "to"]);
const bindSchema = extensionApi.update.body!.pick(["agentId"]);
const revealSchema = extensionApi.reveal.body!.pick(["reason"]);
const boundOptions = [
  { value: "1", label: "已绑定" },
  { value: "0", label: "未绑定" },
];
const registeredOptions = [
  { value: "1", label: "已注册" },
  { value: "0", label: "未注册" },
];
const none: ReadonlySet<string> = new Set();

const columnsOf = (actions: (x: Extension) => readonly (RowAction | false)[]): readonly Column<Extension>[] => [
  { id: "extension", title: "分机号", width: 92, value: (x) => x.extension, sortBy: "extension" },
  {
    id: "registered",
    title: "注册状态",
    width: 92,
    value: (x) => (x.registered === 1 ? "已注册" : "未注册"),
    cell: (x) => (
      <StatusBadge tone={x.registered === 1 ? "ready" : "offline"}>
        {x.registered === 1 ? "已注册" : "未注册"}
      </StatusBadge>
    ),
  },
  {
    id: "agent",
    title: "绑定坐席",
    width: 130,
    value: (x) => (x.agentId ? `${x.agentName ?? ""}（${x.agentId}）` : "未绑定"),
  },
  { id: "address", title: "注册地址", width: 124, value: (x) => x.address },
  { id: "userAgent", title: "话机", width: 138, value: (x) => x.userAgent },
  { id: "registeredAt", title: "注册时间", width: 156, value: (x) => x.registeredAt },
  { id: "createdAt", title: "创建时间", width: 156, value: (x) => x.createdAt, sortBy: "createdAt", optional: true },
  {
    id: "actions",
    title: "操作",
    width: 270,
    value: () => null,
    actions: true,
    cell: (x) => <RowActions actions={actions(x)} />,
  },
];

type Doing =
  | { readonly kind: "add" }
  | { readonly kind: "bind" | "reveal" | "renew"; readonly row: Extension }
  | { readonly kind: "delete"; readonly ids: readonly string[] };

function Extensions({ compId, chooser }: { readonly compId: string | undefined; readonly chooser?: React.ReactNode }) {
  const may = useMayPress("/extension");
  const extra = compId ? { compId } : {};
  const resource = useResourceList<Extension, ReturnType<typeof defaults>>({
    id: "extension",
    endpoint: extensions.list,
    filterSchema,
    defaults,
    extra,
  });
  usePolling(resource.refetch);
  const [selected, setSelected] = useState(none);
  const [doing, setDoing] = useState<Doing>();
  const [once, setOnce] = useState<Once>();
  const seats = useSeatOptions(extra, doing?.kind !== "bind");
  const [add] = extensions.add.useMutation();
  const [update] = extensions.update.useMutation();
  const [remove, removing] = extensions.delete.useMutation();
  const [reveal] = extensions.reveal.useMutation();
  const [renew, renewing] = extensions.renew.useMutation();
  const close = () => setDoing(undefined);
  const row = doing && "row" in doing ? doing.row : undefined;
  const show = (title: string, { user, password }: { user: string; password: string }) =>
    setOnce({
      title,
      items: [
        ["SIP用户名", user],
        ["SIP密码", password],
      ],
      hint: "请只在话机上填写，不要转发给他人。",
    });
  const [mayUpdate, mayReveal, mayRenew, mayDelete] = [
    may("extension.update"),
    may("extension.reveal"),
    may("extension.renew"),
    may("extension.delete"),
  ];
  const columns = useMemo(
    () =>
      columnsOf((x) => [
        mayUpdate && { label: "绑定坐席", onClick: () => setDoing({ kind: "bind", row: x }) },
        mayReveal && { label: "查看密码", onClick: () => setDoing({ kind: "reveal", row: x }) },
        mayRenew && { label: "更换密码", onClick: () => setDoing({ kind: "renew", row: x }) },
        mayDelete && {
          label: "删除",
          dangerous: true,
          disabled: x.agentId !== null,
          onClick: () => setDoing({ kind: "delete", ids: [x.extension] }),
        },
      ]),
    [mayUpdate, mayReveal, mayRenew, mayDelete],
  );
  return (
    <ResourceScreen
      label="分机"
      columns={columns}
      rowId={(x) => x.extension}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      selection={{ selected, onChange: setSelected }}
      empty={{ title: "没有符合条件的分机", hint: "可以按号段新增分机。" }}
      query={
        <>
          <TextField name="extension" label="分机号" inputMode="numeric" width="120px" />
          <TextField name="agentId" label="坐席工号" inputMode="numeric" width="120px" />
          <SelectField name="bound" label="绑定" options={boundOptions} width="96px" />
          <SelectField name="registered" label="注册状态" options={registeredOptions} width="96px" />
        </>
      }
      onAdd={may("extension.add") ? () => setDoing({ kind: "add" }) : undefined}
      toolbar={
        <>
          {chooser}
          {may("extension.add") && (
            <Button size="xs" onClick={() => setDoing({ kind: "add" })}>
              <Plus aria-hidden />
              新增
            </Button>
          )}
          {may("extension.delete") && (
            <Button
              size="xs"
              variant="outline"
              colorPalette="red"
              disabled={selected.size === 0}
              onClick={() => setDoing({ kind: "delete", ids: [...selected] })}
            >
              删除
            </Button>
          )}
        </>
      }
    >
      <FormDialog
        open={doing?.kind === "add"}
        title="新增分机"
        schema={addSchema}
        values={{ from: "", to: "" }}
        onClose={close}
        onSubmit={async (values) => {
          const { count, skipped } = await add({ body: { ...extra, ...values } }).unwrap();
          const left =
            skipped.length === 0
              ? ""
              : `${skipped.slice(0, 10).join("、")}${skipped.length > 10 ? ` 等${skipped.length}个` : ""}已存在，未作更改。`;
          notify({ title: `已新增${count}个分机`, text: left, level: count > 0 ? "success" : "warning" });
        }}
      >
        <TextField name="from" label="起始分机" inputMode="numeric" maxLength={12} />
        <TextField
          name="to"
          label="结束分机"
          inputMode="numeric"
          maxLength={12}
          hint={`不填则只新增起始分机；一次最多${extensionRangeMax}个，已存在的分机会跳过。`}
        />
      </FormDialog>
      <FormDialog
        open={doing?.kind === "bind"}
        title={`分机 ${row?.extension ?? ""} 绑定坐席`}
        schema={bindSchema}
        values={{ agentId: row?.agentId ?? "" }}
        onClose={close}
        onSubmit={async (values) => {
          await update({
            body: { ...extra, extension: row!.extension, agentId: values.agentId ?? "" },
          }).unwrap();
          notify({ title: values.agentId ? "分机已绑定" : "分机已解除绑定", text: "坐席空闲后生效。" });
        }}
      >
        <SelectField name="agentId" label="坐席" options={seats} none="不绑定" hint="坐席原来绑定的分机会解除绑定。" />
      </FormDialog>
      <FormDialog
        open={doing?.kind === "reveal"}
        title={`查看分机 ${row?.extension ?? ""} 的密码`}
        submit="查看"
        schema={revealSchema}
        values={{ reason: "" }}
        onClose={close}
        onSubmit={async (values) =>
          show(
            `分机 ${row!.extension}`,
            await reveal({ body: { ...extra, extension: row!.extension, ...values } }).unwrap(),
          )
        }
      >
        <TextField name="reason" label="查看原因" maxLength={100} hint="查看人和原因会记入操作日志。" />
      </FormDialog>
      <ConfirmDialog
        open={doing?.kind === "renew"}
        title="更换密码"
        confirm="更换"
        busy={renewing.isLoading}
        text={`确定更换分机 ${row?.extension ?? ""} 的SIP密码吗？使用旧密码的话机会立即掉线。`}
        onClose={close}
        onConfirm={() =>
          void renew({ body: { ...extra, extension: row!.extension } })
            .unwrap()
            .then(
              (secret) => show(`分机 ${row!.extension} 的新密码`, secret),
              () => undefined,
            )
            .finally(close)
        }
      />
      <ConfirmDialog
        open={doing?.kind === "delete"}
        title="删除分机"
        confirm="删除"
        dangerous
        busy={removing.isLoading}
        text={`确定删除${doing?.kind === "delete" && doing.ids.length === 1 ? `分机 ${doing.ids[0]!}` : `选中的 ${selected.size} 个分机`}吗？已绑定坐席的分机不能删除。`}
        onClose={close}
        onConfirm={() =>
          void remove({ body: { ...extra, ids: doing?.kind === "delete" ? [...doing.ids] : [] } })
            .unwrap()
            .then(
              ({ count }) => {
                notifyDone("分机", "删除", { count });
                setSelected(none);
              },
              () => undefined,
            )
            .finally(close)
        }
      />
      <SecretOnce once={once} onClose={() => setOnce(undefined)} />
    </ResourceScreen>
  );
}

/** 分机管理: an enterprise's own; operators choose one. */
export default function ExtensionScreen() {
  const operator = useSelector((state: Parameters<typeof selectUser>[0]) => selectUser(state)?.roleType === 0);
  const [compId, choose] = useEnterprise();
  if (!operator) return <Extensions compId={undefined} />;
  if (!compId) return <EnterpriseChooser value="" onChange={choose} />;
  return (
    <Extensions key={compId} compId={compId} chooser={<EnterpriseChooser value={compId} onChange={choose} compact />} />
  );
}
