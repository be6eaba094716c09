import { useEffect, useRef, useState } from "react";
import type { SeatTask } from "../agent-client/ports.ts";
import { useAgentClient } from "./context.ts";

/** Tasks that the seat takes part in and has not joined in this session; asked whenever the link has come up. */
export function useTasks(up: boolean): readonly SeatTask[] {
  const { core } = useAgentClient();
  const [found, setFound] = useState<readonly SeatTask[]>([]);
  const shown = useRef(found);
  useEffect(() => {
    if (!up) return;
    let here = true;
    void core.ports.http.seatTasks().then(({ tasks, failures }) => {
      if (!here) return;
      const left = tasks.filter(({ joined }) => joined === 0);
      if (left.length + shown.current.length > 0) setFound((shown.current = left));
      for (const why of failures) core.notify(why, "error", why);
    });
    return () => {
      here = false;
    };
  }, [core, up]);
  return up ? found : [];
}
