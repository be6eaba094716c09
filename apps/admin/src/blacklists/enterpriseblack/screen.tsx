import { useMayPress } from "@liantai/api/client";
import { BlackList } from "../blacklist.tsx";

/** 企业黑名单: the enterprise's barred numbers. */
export default function EnterpriseBlackScreen() {
  const press = useMayPress("/enterpriseblack");
  return (
    <BlackList
      id="enterpriseblack"
      noun="企业黑名单"
      blackListType={1}
      may={{ add: press("blackList.add"), update: press("blackList.update"), delete: press("blackList.delete") }}
    />
  );
}
