import type { CallData } from "@liantai/api/contract";

/** 工单=A1，电话=138****8000: whole numbers are shown as other numbers are. */
export const dataText = (data: CallData, shown: (number: string) => string): string =>
  Object.entries(data)
    .map(([key, text]) => `${key}=${text}`)
    .join("，")
    .replace(/\d{7,}/g, shown);
