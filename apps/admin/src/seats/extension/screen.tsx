import { isOperator } from "@liantai/api/contract";
import { notify, selectUser, useMayPress, useSelector } from "@liantai/api/client";
import { extensionApi, extensionRangeMax } from "@liantai/api/contract/admin";
import { optionText, StatusBadge, usePolling, type Column } from "@liantai/ui";
import { useState, type ReactNode } from "react";
import { shownOnce } from "../seats/secret-once.tsx";
import { object } from "yup";
import {
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  type Action,
  formOf,
  Outcome,
  EnterpriseChooser,
  useEnterprise,
} from "@liantai/ui/resource";
import { useEnterpriseOptions } from "../../parts/enterprises.ts";
import { extensions, useSeatOptions, type Extension } from "../seats/queries.ts";

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

const columns: readonly Column<Extension>[] = [
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
];

const secretShown = (title: string, { user, password }: { readonly user: string; readonly password: string }) =>
  shownOnce({
    title,
    items: [
      ["SIP用户名", user],
      ["SIP密码", password],
    ],
    hint: "请只在话机上填写，不要转发给他人。",
  });

const addFields = (
  <>
    <TextField name="from" label="起始分机" inputMode="numeric" maxLength={12} />
    <TextField
      name="to"
      label="结束分机"
      inputMode="numeric"
      maxLength={12}
      hint={`不填则只新增起始分机；一次最多${extensionRangeMax}个，已存在的分机会跳过。`}
    />
  </>
);

function SeatField({ compId }: { readonly compId: string | undefined }) {
  // Whose seat is switched off may be given its telephone before it is on again.
  const seats = useSeatOptions(compId ? { compId } : {}).map((seat) => ({
    value: seat.value,
    label: optionText(seat),
  }));
  return (
    <SelectField name="agentId" label="坐席" options={seats} none="不绑定" hint="坐席原来绑定的分机会解除绑定。" />
  );
}

/** What skipped extensions are called in the notice. */
const skippedText = (skipped: readonly string[]): string =>
  skipped.length === 0
    ? ""
    : `${skipped.slice(0, 10).join("、")}${skipped.length > 10 ? ` 等${skipped.length}个` : ""}已存在或已用作会议号，未作更改。`;

/** Of one extension: its seat, its password, its end. */
function useRowActions(compId: string | undefined): readonly Action<Extension>[] {
  const may = useMayPress("/extension");
  const extra = compId ? { compId } : {};
  const [update] = extensions.update.useMutation();
  const [remove] = extensions.delete.useMutation();
  const [reveal] = extensions.reveal.useMutation();
  const [renew] = extensions.renew.useMutation();
  return [
    {
      label: "绑定坐席",
      may: may("extension.update"),
      form: ({ extension, agentId }) =>
        formOf({
          title: `分机 ${extension} 绑定坐席`,
          small: true,
          schema: bindSchema,
          values: { agentId: agentId ?? "" },
          fields: <SeatField compId={compId} />,
          async send({ agentId = "" }) {
            await update({ body: { ...extra, extension, agentId } }).unwrap();
            return new Outcome({ done: ["分机", agentId ? "绑定" : "解除绑定", { note: "坐席空闲后生效。" }] });
          },
        }),
    },
    {
      label: "查看密码",
      may: may("extension.reveal"),
      form: ({ extension }) =>
        formOf({
          title: `查看分机 ${extension} 的密码`,
          small: true,
          submit: "查看",
          schema: revealSchema,
          values: { reason: "" },
          fields: <TextField name="reason" label="查看原因" hint="查看人和原因会记入操作日志。" />,
          send: async (typed) =>
            secretShown(`分机 ${extension}`, await reveal({ body: { ...extra, extension, ...typed } }).unwrap()),
        }),
    },
    {
      label: "更换密码",
      may: may("extension.renew"),
      confirm: ({ extension }) => ({
        title: "更换密码",
        press: "更换",
        text: `确定要更换分机 ${extension} 的SIP密码吗？使用旧密码的话机会立即掉线。`,
      }),
      run: async ({ extension }) =>
        secretShown(`分机 ${extension} 的新密码`, await renew({ body: { ...extra, extension } }).unwrap()),
    },
    {
      label: "删除",
      may: may("extension.delete"),
      danger: true,
      disabled: (x) => x.agentId !== null && "已绑定坐席，请先解除绑定",
      confirm: ({ extension }) => ({ title: "删除分机", text: `确定要删除分机 ${extension} 吗？` }),
      run: ({ extension }) => remove({ body: { ...extra, ids: [extension] } }),
      done: ["分机", "删除"],
    },
  ];
}

/** Over the list: a range of new ones, and those that are chosen. */
function useBarActions(
  compId: string | undefined,
  selected: ReadonlySet<string>,
  clear: () => void,
): readonly Action[] {
  const may = useMayPress("/extension");
  const extra = compId ? { compId } : {};
  const [add] = extensions.add.useMutation();
  const [remove] = extensions.delete.useMutation();
  return [
    {
      label: "新增",
      may: may("extension.add"),
      adds: true,
      form: () =>
        formOf({
          title: "新增分机",
          small: true,
          schema: addSchema,
          values: { from: "", to: "" },
          fields: addFields,
          async send(typed) {
            const { count, skipped } = await add({ body: { ...extra, ...typed } }).unwrap();
            notify({
              title: `已新增${count}个分机`,
              text: skippedText(skipped),
              level: count > 0 ? "success" : "warning",
            });
          },
        }),
    },
    {
      label: "删除",
      may: may("extension.delete"),
      danger: true,
      disabled: selected.size === 0,
      confirm: () => ({
        title: "删除分机",
        text: `确定要删除选中的 ${selected.size} 个分机吗？已绑定坐席的分机不能删除。`,
      }),
      async run() {
        const { count } = await remove({ body: { ...extra, ids: [...selected] } }).unwrap();
        clear();
        return new Outcome({ done: ["分机", "删除", { count }] });
      },
    },
  ];
}

function Extensions({ compId, chooser }: { readonly compId: string | undefined; readonly chooser?: ReactNode }) {
  const resource = useResourceList<Extension, ReturnType<typeof defaults>>({
    id: "extension",
    endpoint: extensions.list,
    filterSchema,
    defaults,
    extra: compId ? { compId } : {},
  });
  usePolling(resource.refetch);
  const [selected, setSelected] = useState(none);
  const actions = useBarActions(compId, selected, () => setSelected(none));
  const rowActions = useRowActions(compId);
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
      actions={actions}
      rowActions={rowActions}
      toolbar={chooser}
    />
  );
}

/** 分机管理: an enterprise's own; operators choose one. */
export default function ExtensionScreen() {
  const operator = useSelector((state: Parameters<typeof selectUser>[0]) => isOperator(selectUser(state)));
  const [compId, choose] = useEnterprise();
  const chooser = { enterprises: useEnterpriseOptions(!operator), onChange: choose };
  if (!operator) return <Extensions compId={undefined} />;
  if (!compId) return <EnterpriseChooser {...chooser} value="" />;
  return (
    <Extensions key={compId} compId={compId} chooser={<EnterpriseChooser {...chooser} value={compId} compact />} />
  );
}
