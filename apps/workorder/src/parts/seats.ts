/** Whose seat something is for: an agent has the own one alone, everybody else chooses. */
import { selectUser, useSelector, type RootState } from "@liantai/api/client";
import { isAgent } from "@liantai/api/contract";

export const useSupervises = (): boolean => useSelector((state: RootState) => !isAgent(selectUser(state)));

export const seatOption = (agentId: string, name: string) => ({ value: agentId, label: `${agentId} ${name}` });
