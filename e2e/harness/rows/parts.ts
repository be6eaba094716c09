export const remark = "浏览测试";

export type Made = { readonly id: string };
