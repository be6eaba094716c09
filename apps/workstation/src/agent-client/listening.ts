/** The page of an administrator, who has no seat, as a telephone: while he hears a call. */
import type { UserInfo } from "@liantai/api/client";
import type { AgentClientPorts } from "./ports.ts";
import type { AgentMemory } from "./memory.ts";
import { hasSeat } from "./seat.ts";

interface Listener {
  readonly ports: Pick<AgentClientPorts, "store">;
  readonly memory: Pick<AgentMemory, "setOwned">;
  readonly phone: { start(expecting: boolean): void; stop(): void };
  readonly user: UserInfo | null;
}

export function listens({ ports, memory, phone, user }: Listener, own: boolean): void {
  if (!user || hasSeat(user)) return;
  ports.store.change({ ownsMedia: own });
  memory.setOwned(user.userId, own);
  if (own) phone.start(true);
  else phone.stop();
}

/** A page that was the telephone of its person before it was loaded anew. */
export function comesBack(client: Listener, inCall: boolean): void {
  if (client.user && hasSeat(client.user)) client.phone.start(inCall);
  else listens(client, true);
}
