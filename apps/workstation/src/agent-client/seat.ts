import { isSeat } from "@liantai/api/contract";
import type { UserInfo } from "@liantai/api/client";

/** Agents and monitors have a seat; operators and administrators have none in the CTI (realtime.md section 4). */
export const hasSeat = (user: UserInfo): boolean => isSeat(user) && user.agentId !== null && user.compId !== null;
