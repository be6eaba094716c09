import { Button } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { useCallback, useState } from "react";
import { AccountList } from "../accounts/account-list.tsx";
import type { Shown } from "../accounts/password.tsx";
import { companyAccounts, type CompanyAccount } from "../parts/model.ts";
import { BatchForm } from "./batch-form.tsx";
import { BindDialog } from "./bind-dialog.tsx";

const types = [1, 2, 3, 4] as const;
const hidden = ["company"];
const optional = ["isSys"];

/** 用户账号 of the own enterprise. */
export default function UserAccountScreen() {
  const press = useMayPress("/useraccount");
  const [remove] = companyAccounts.deleteUserDispatchAcc.useMutation();
  const [binding, setBinding] = useState<CompanyAccount>();
  const [batch, setBatch] = useState<(shown: readonly Shown[]) => void>();
  const mayBind = press("account.bind");
  const actions = useCallback(
    (row: CompanyAccount) =>
      mayBind && row.ofSeat === 0 ? (
        <Button size="2xs" variant="ghost" onClick={() => setBinding(row)}>
          绑定坐席
        </Button>
      ) : null,
    [mayBind],
  );
  const may = {
    add: press("account.add"),
    update: press("account.update"),
    password: press("account.password"),
    delete: press("account.delete"),
  };
  return (
    <AccountList
      id="useraccount"
      noun="用户账号"
      types={types}
      hidden={hidden}
      optional={optional}
      may={may}
      actions={actions}
      remove={(body) => remove({ body }).unwrap()}
      toolbar={(onShown) =>
        may.add && (
          <Button size="xs" variant="outline" onClick={() => setBatch(() => onShown)}>
            批量新增
          </Button>
        )
      }
    >
      {binding && <BindDialog account={binding} onClose={() => setBinding(undefined)} />}
      {batch && <BatchForm onClose={() => setBatch(undefined)} onShown={batch} />}
    </AccountList>
  );
}
