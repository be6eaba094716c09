import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import { AccountList } from "../accounts/account-list.tsx";
import { companyAccounts } from "../parts/model.ts";
import { useEnterpriseOptions } from "../../parts/enterprises.ts";

const types = [1] as const;
const hidden = ["roleType", "agent"];

/** 企业管理员: administrators of every enterprise that the operator looks after. */
export default function EnterpriseAdminScreen() {
  const user = useSelector(selectUser);
  const enterprises = useEnterpriseOptions();
  const [remove] = companyAccounts.deleteComp.useMutation();
  const may = (verb: string) => mayOperate(user, `enterpriseAdmin.${verb}`);
  return (
    <AccountList
      id="enterpriseadmin"
      noun="企业管理员"
      types={types}
      enterprises={enterprises}
      hidden={hidden}
      may={{ add: may("add"), update: may("update"), password: may("password"), delete: may("delete") }}
      remove={(body) => remove({ body }).unwrap()}
    />
  );
}
