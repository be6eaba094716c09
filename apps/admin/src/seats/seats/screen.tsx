import { Button, Stack, Text } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import { agentApi, seatIdDigits, seatImportHint, seatRoleTexts, terminalTypeTexts } from "@liantai/api/contract/admin";
import { Check, ConfirmDialog, usePolling } from "@liantai/ui";
import {
  ImportDialog,
  ResourceScreen,
  SelectField,
  TextField,
  TreeList,
  useResourceList,
  type ImportResult,
} from "@liantai/ui/resource";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { object } from "yup";
import { seatColumns } from "./columns.tsx";
import { MaxSession } from "./max-session.tsx";
import { agentImports, agents, optionsOf, seatLabel, useGroups, type Agent } from "./queries.ts";
import { SeatForm, type Edited } from "./seat-form.tsx";
import { passwordHint, Secret, SecretOnce, type Once } from "./secret-once.tsx";

const { agentId, name, roleType, terminalType, status, enable } = agentApi.list.body!.fields;
const filterSchema = object({ agentId, name, roleType, terminalType, status, enable });
const defaults = () => ({ agentId: "", name: "", roleType: "", terminalType: "", status: "", enable: "" });
const statusOptions = [
  { value: "0", label: "离线" },
  { value: "1", label: "空闲" },
  { value: "2", label: "忙碌" },
  { value: "8", label: "通话中" },
  { value: "4", label: "话后处理" },
];
const enableOptions = [
  { value: "1", label: "启用" },
  { value: "0", label: "停用" },
];
const none: ReadonlySet<string> = new Set();

/** What was pressed that is asked about first. */
type Pressed =
  | { readonly verb: "enable" | "disable"; readonly seats: readonly string[] }
  | { readonly verb: "delete"; readonly seats: readonly string[]; readonly called: string }
  | { readonly verb: "password"; readonly seat: Agent };

/** What is asked before it is done, and how. */
interface Asked {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly dangerous: boolean;
  readonly run: () => Promise<unknown>;
}

/** 坐席管理 */
export default function SeatsScreen() {
  const may = useMayPress("/seats");
  const { tree } = useGroups();
  const [group, setGroup] = useState<string>();
  const resource = useResourceList<Agent, ReturnType<typeof defaults>>({
    id: "seats",
    endpoint: agents.list,
    filterSchema,
    defaults,
    ...(group ? { extra: { groupId: group } } : {}),
  });
  usePolling(resource.refetch);
  const settings = agents.getMaxSession.useQuery({ body: { agentId: "" } }).data;
  const [selected, setSelected] = useState(none);
  const [edited, setEdited] = useState<Edited>();
  const [once, setOnce] = useState<Once>();
  const [pressed, setPressed] = useState<Pressed>();
  const [busy, setBusy] = useState(false);
  const [limits, setLimits] = useState<readonly string[]>();
  const [importing, setImporting] = useState(false);
  const [makeExtensions, setMakeExtensions] = useState(true);
  const [enableSeats] = agents.enable.useMutation();
  const [disableSeats] = agents.disEnable.useMutation();
  const [remove] = agents.delete.useMutation();
  const [reload] = agents.reloadPassword.useMutation();
  const ids = [...selected];

  const switchOn = (on: boolean, seats: readonly string[]): Asked => ({
    title: on ? "启用坐席" : "停用坐席",
    confirm: on ? "启用" : "停用",
    dangerous: !on,
    text: on
      ? `确定启用 ${seats.length} 个坐席吗？`
      : `确定停用 ${seats.length} 个坐席吗？已登录的坐席会立即退出；正在通话的坐席在通话结束后退出。`,
    run: async () => {
      const { count } = await (on ? enableSeats : disableSeats)({ body: { ids: [...seats] } }).unwrap();
      notifyDone("坐席", on ? "启用" : "停用", { count });
      setSelected(none);
    },
  });
  const deletion = (seats: readonly string[], called: string): Asked => ({
    title: "删除坐席",
    confirm: "删除",
    dangerous: true,
    text: `确定删除${called}吗？登录账号会一并删除，通话记录保留。`,
    run: async () => {
      const { count } = await remove({ body: { ids: [...seats] } }).unwrap();
      notifyDone("坐席", "删除", { count });
      setSelected(none);
    },
  });
  const newPassword = (seat: Agent): Asked => ({
    title: "重置密码",
    confirm: "重置",
    dangerous: false,
    text: `确定重置 ${seatLabel(seat)} 的密码吗？该坐席的登录会立即失效。`,
    run: async () => {
      const { password } = await reload({ body: { agentId: seat.agentId } }).unwrap();
      setOnce({ title: "密码已重置", items: [[`${seatLabel(seat)} 的新密码`, password]], hint: passwordHint });
    },
  });
  const askedOf = (what: Pressed): Asked => {
    if (what.verb === "password") return newPassword(what.seat);
    return what.verb === "delete" ? deletion(what.seats, what.called) : switchOn(what.verb === "enable", what.seats);
  };
  const asked = pressed && askedOf(pressed);
  const confirm = async () => {
    setBusy(true);
    // What the server refused, the shell has said.
    await asked?.run().catch(() => undefined);
    setBusy(false);
    setPressed(undefined);
  };
  const [mayUpdate, mayReload, mayDelete] = [may("seat.update"), may("seat.reloadPassword"), may("seat.delete")];
  const columns = useMemo(
    () =>
      seatColumns((seat) => [
        mayUpdate && { label: "编辑", onClick: () => setEdited({ seat }) },
        mayReload && { label: "重置密码", onClick: () => setPressed({ verb: "password", seat }) },
        mayDelete && {
          label: "删除",
          dangerous: true,
          onClick: () => setPressed({ verb: "delete", seats: [seat.agentId], called: seatLabel(seat) }),
        },
      ]),
    [mayUpdate, mayReload, mayDelete],
  );
  return (
    <ResourceScreen
      label="坐席"
      columns={columns}
      rowId={(seat) => seat.agentId}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      selection={{ selected, onChange: setSelected }}
      empty={{
        title: "没有符合条件的坐席",
        hint: may("seat.add") ? "可以新增坐席，或从表格导入。" : "可以换一个条件再查。",
      }}
      side={
        <TreeList
          label="坐席组"
          nodes={[{ id: "", label: "全部坐席", children: tree }]}
          selected={group ?? ""}
          onSelect={(id) => setGroup(id || undefined)}
          searchable
        />
      }
      sideWidth="190px"
      query={
        <>
          <TextField name="agentId" label="坐席工号" inputMode="numeric" width="108px" />
          <TextField name="name" label="姓名" width="108px" />
          <SelectField name="roleType" label="角色" options={optionsOf(seatRoleTexts)} width="84px" />
          <SelectField name="terminalType" label="终端类型" options={optionsOf(terminalTypeTexts)} width="116px" />
          <SelectField name="status" label="当前状态" options={statusOptions} width="100px" />
          <SelectField name="enable" label="启用" options={enableOptions} width="84px" />
        </>
      }
      onAdd={may("seat.add") ? () => setEdited({}) : undefined}
      toolbar={
        <>
          {may("seat.add") && (
            <Button size="xs" onClick={() => setEdited({})}>
              <Plus aria-hidden />
              新增
            </Button>
          )}
          {may("seat.import") && (
            <Button size="xs" variant="outline" onClick={() => setImporting(true)}>
              导入
            </Button>
          )}
          {may("seat.enable") && (
            <Button
              size="xs"
              variant="outline"
              disabled={ids.length === 0}
              onClick={() => setPressed({ verb: "enable", seats: ids })}
            >
              启用
            </Button>
          )}
          {may("seat.enable") && (
            <Button
              size="xs"
              variant="outline"
              disabled={ids.length === 0}
              onClick={() => setPressed({ verb: "disable", seats: ids })}
            >
              停用
            </Button>
          )}
          {may("seat.maxSession") && (
            <Button size="xs" variant="outline" onClick={() => setLimits(ids)}>
              {ids.length > 0 ? "会话上限" : "企业坐席设置"}
            </Button>
          )}
          {may("seat.delete") && (
            <Button
              size="xs"
              variant="outline"
              colorPalette="red"
              disabled={ids.length === 0}
              onClick={() => setPressed({ verb: "delete", seats: ids, called: `选中的 ${ids.length} 个坐席` })}
            >
              删除
            </Button>
          )}
        </>
      }
    >
      <SeatForm
        edited={edited}
        digits={settings?.idDigits ?? seatIdDigits.default}
        onClose={() => setEdited(undefined)}
        onAdded={({ agentId: id, password }) =>
          setOnce({ title: "坐席已新增", items: [[`坐席 ${id} 的初始密码`, password]], hint: passwordHint })
        }
      />
      <MaxSession
        open={limits !== undefined}
        agentIds={limits ?? []}
        settings={settings}
        onClose={() => setLimits(undefined)}
      />
      <ConfirmDialog
        open={asked !== undefined}
        title={asked?.title ?? ""}
        text={asked?.text}
        confirm={asked?.confirm ?? ""}
        dangerous={asked?.dangerous ?? false}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setPressed(undefined)}
      />
      <SecretOnce once={once} onClose={() => setOnce(undefined)} />
      <ImportDialog<ImportResult & { password?: string | null }>
        open={importing}
        title="导入坐席"
        template={agentImports.importTemplate}
        templateName="坐席导入模板.xlsx"
        endpoint={agentImports.importData}
        fields={{ makeExtensions: makeExtensions ? 1 : 0 }}
        failed={agentImports.failed}
        note={(result) =>
          result.password && (
            <Stack gap="1">
              <Secret label="新坐席的初始密码" value={result.password} />
              <Text color="fg.muted">{passwordHint}</Text>
            </Stack>
          )
        }
        onClose={() => setImporting(false)}
        onDone={() => void 0}
      >
        <Text color="fg.muted">{seatImportHint}</Text>
        <label>
          <Check
            type="checkbox"
            checked={makeExtensions}
            onChange={(event) => setMakeExtensions(event.target.checked)}
          />{" "}
          自动创建表格中不存在的分机
        </label>
      </ImportDialog>
    </ResourceScreen>
  );
}
