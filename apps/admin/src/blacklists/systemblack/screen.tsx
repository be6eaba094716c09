import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import { BlackList } from "../blacklist.tsx";

/** 系统黑名单: numbers barred everywhere. */
export default function SystemBlackScreen() {
  const may = mayOperate(useSelector(selectUser), "systemBlack.edit");
  return (
    <BlackList id="systemblack" noun="系统黑名单" blackListType={0} may={{ add: may, update: may, delete: may }} />
  );
}
