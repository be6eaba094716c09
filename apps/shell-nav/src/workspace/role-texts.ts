/** What each roleType of console.md section 6 is called; 4 is treated like an administrator. */
export const roleTexts: Readonly<Record<number, string>> = {
  0: "运营人员",
  1: "企业管理员",
  2: "坐席",
  3: "班长",
  4: "话务管理员",
};
