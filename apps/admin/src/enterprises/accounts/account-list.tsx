/** The list that 企业管理员 and 用户账号 share; what is theirs alone comes from them. */
import { Button, HStack } from "@chakra-ui/react";
import { selectUser, useSelector } from "@liantai/api/client";
import { companyAccountApi } from "@liantai/api/contract/admin";
import { ConfirmDialog, type Column } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField, useResourceList, type Option } from "@liantai/ui/resource";
import { Plus, Trash2 } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { object } from "yup";
import { companyAccounts, done, enabledOptions, type CompanyAccount } from "../parts/model.ts";
import { AccountForm, roleTypeOptions } from "./account-form.tsx";
import { accountColumns } from "./columns.tsx";
import { ResetPasswordDialog } from "./password-dialog.tsx";
import { ShownPasswords, type Shown } from "./password.tsx";

const { name, enabled, roleTypes, agentId, compId } = companyAccountApi.listComp.body!.fields;
const filterSchema = object({ name, enabled, roleTypes, agentId, compId });

interface AccountListProps {
  readonly id: string;
  readonly noun: string;
  readonly types: readonly (1 | 2 | 3 | 4)[];
  /** Operators: all enterprises; undefined: the own. */
  readonly enterprises?: readonly Option[];
  readonly may: {
    readonly add: boolean;
    readonly update: boolean;
    readonly password: boolean;
    readonly delete: boolean;
  };
  readonly remove: (body: { ids: string[] }) => Promise<unknown>;
  readonly actions?: (row: CompanyAccount) => ReactNode;
  readonly toolbar?: (onShown: (shown: readonly Shown[]) => void) => ReactNode;
  /** Columns that the screen does not have, and those that show when they are asked for. */
  readonly hidden: readonly string[];
  readonly optional?: readonly string[];
  readonly children?: ReactNode;
}

export function AccountList({
  id,
  noun,
  types,
  enterprises,
  may,
  remove,
  actions,
  toolbar,
  hidden,
  optional,
  children,
}: AccountListProps) {
  const own = useSelector(selectUser)?.userId;
  const defaults = () => ({ name: "", enabled: "", roleTypes: types.join(","), agentId: "", compId: "" });
  const resource = useResourceList<CompanyAccount, ReturnType<typeof defaults>>({
    id,
    endpoint: companyAccounts.listComp,
    filterSchema,
    defaults,
  });
  const [reload] = companyAccounts.reloadPasswordComp.useMutation();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [form, setForm] = useState<{ readonly account: CompanyAccount | undefined }>();
  const [resetting, setResetting] = useState<CompanyAccount>();
  const [doomed, setDoomed] = useState<readonly CompanyAccount[]>();
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<readonly Shown[]>();
  const columns = useMemo<readonly Column<CompanyAccount>[]>(
    () => [
      ...accountColumns
        .filter((column) => !hidden.includes(column.id))
        .map((column) => (optional?.includes(column.id) ? { ...column, optional: true } : column)),
      {
        id: "actions",
        title: "操作",
        width: actions ? 256 : 180,
        value: () => null,
        actions: true,
        cell: (row) => (
          <HStack gap="1">
            {actions?.(row)}
            {may.update && (
              <Button size="2xs" variant="ghost" onClick={() => setForm({ account: row })}>
                编辑
              </Button>
            )}
            {may.password && (
              <Button size="2xs" variant="ghost" onClick={() => setResetting(row)}>
                重置密码
              </Button>
            )}
            {may.delete && row.id !== own && row.ofSeat === 0 && (
              <Button size="2xs" variant="ghost" colorPalette="red" onClick={() => setDoomed([row])}>
                删除
              </Button>
            )}
          </HStack>
        ),
      },
    ],
    [hidden, optional, actions, may.update, may.password, may.delete, own],
  );
  const chosen = (resource.list.rows ?? []).filter((row) => selected.has(row.id));
  const confirmed = async () => {
    setBusy(true);
    try {
      await remove({ ids: doomed!.map((row) => row.id) });
      done(noun, `已删除 ${doomed!.length} 个账号`);
      setSelected(new Set());
    } catch {
      // Said by the shell.
    } finally {
      setBusy(false);
      setDoomed(undefined);
    }
  };
  return (
    <ResourceScreen
      label={noun}
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: `没有符合条件的${noun}` }}
      {...(may.delete ? { selection: { selected, onChange: setSelected } } : {})}
      query={
        <>
          {enterprises && <SelectField name="compId" label="企业" options={enterprises} width="220px" />}
          <TextField name="name" label="账号或姓名" />
          {types.length > 1 && (
            <SelectField
              name="roleTypes"
              label="账号类型"
              options={[{ value: types.join(","), label: "全部" }, ...roleTypeOptions(types)]}
              none={false}
            />
          )}
          {types.includes(2) && <TextField name="agentId" label="坐席工号" inputMode="numeric" />}
          <SelectField name="enabled" label="状态" options={enabledOptions} />
        </>
      }
      onAdd={may.add ? () => setForm({ account: undefined }) : undefined}
      toolbar={
        <>
          {may.add && (
            <Button size="xs" onClick={() => setForm({ account: undefined })}>
              <Plus aria-hidden />
              新增
            </Button>
          )}
          {toolbar?.(setShown)}
          {may.delete && (
            <Button
              size="xs"
              variant="outline"
              colorPalette="red"
              disabled={chosen.length === 0}
              onClick={() => setDoomed(chosen)}
            >
              <Trash2 aria-hidden />
              删除
            </Button>
          )}
        </>
      }
    >
      {form && (
        <AccountForm
          account={form.account}
          types={types}
          enterprises={enterprises}
          onClose={() => setForm(undefined)}
          onShown={setShown}
        />
      )}
      {resetting && (
        <ResetPasswordDialog
          account={resetting}
          onClose={() => setResetting(undefined)}
          onShown={setShown}
          send={async (body) =>
            (
              await reload({
                body: { ...body, id: resetting.id, ...(enterprises ? { compId: resetting.compId } : {}) },
              }).unwrap()
            ).password ?? ""
          }
        />
      )}
      <ShownPasswords shown={shown} onClose={() => setShown(undefined)} />
      <ConfirmDialog
        open={doomed !== undefined}
        title="删除账号"
        dangerous
        confirm="删除"
        busy={busy}
        text={
          doomed?.length === 1
            ? `确定要删除账号“${doomed[0]!.account}”吗？其登录立即退出，删除后不能恢复。`
            : `确定要删除选中的 ${doomed?.length ?? 0} 个账号吗？其登录立即退出，删除后不能恢复。`
        }
        onConfirm={() => void confirmed()}
        onClose={() => setDoomed(undefined)}
      />
      {children}
    </ResourceScreen>
  );
}
