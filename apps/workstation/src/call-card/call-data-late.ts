import { latePart } from "../bar/late.ts";

/** 随路数据 on the card: a chunk that comes once the link is up, so that it is there when the first call rings. */
export const callDataPart = latePart(() => import("./call-data.tsx"));
