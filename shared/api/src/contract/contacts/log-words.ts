/** What the operation log says of contacts: 操作日志 offers it without the rest of the area. */
import type { LogWords } from "../area.ts";

export const contactWords: LogWords = {
  objects: { contacterConf: "联系人字段", contacterData: "联系人", contacts: "通讯录" },
};
