import { useMayPress } from "@liantai/api/client";
import { AccountList } from "../accounts/account-list.tsx";
import { companyAccounts } from "../parts/model.ts";
import { useBatchForm } from "./batch-form.tsx";
import { BindDialog } from "./bind-dialog.tsx";

const types = [1, 2, 3, 4] as const;
const hidden = ["company"];
const optional = ["isSys"];

/** 用户账号 of the own enterprise. */
export default function UserAccountScreen() {
  const press = useMayPress("/useraccount");
  const [remove] = companyAccounts.deleteUserDispatchAcc.useMutation();
  const batch = useBatchForm();
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
      remove={(body) => remove({ body }).unwrap()}
      rowActions={[
        {
          label: "绑定坐席",
          may: press("account.bind"),
          shown: ({ ofSeat }) => ofSeat === 0,
          sheet: (account, close) => <BindDialog account={account} onClose={close} />,
        },
      ]}
      actions={[{ label: "批量新增", may: may.add, form: () => batch }]}
    />
  );
}
