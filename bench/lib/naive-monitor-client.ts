/** A monitor's page as one writes it first: every message sets the state, and all rows are drawn. */
import { createElement as h, useEffect, useState, type ChangeEvent } from "react";
import { createRoot } from "react-dom/client";

interface Agent {
  readonly agentId: string;
  readonly code: number;
  readonly reason: string;
  readonly since: number;
}

function Monitor() {
  const [agents, setAgents] = useState<Readonly<Record<string, Agent>>>({});
  const [word, setWord] = useState("");
  useEffect(() => {
    const socket = new WebSocket(location.href.replace(/^http/, "ws"));
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const told = JSON.parse(data) as Agent[];
      setAgents((before) => ({ ...before, ...Object.fromEntries(told.map((agent) => [agent.agentId, agent])) }));
    };
    return () => socket.close();
  }, []);
  const rows = Object.values(agents).filter(({ agentId }) => agentId.includes(word));
  const cell = (text: string) => h("td", null, text);
  return h(
    "main",
    null,
    h("input", { value: word, onChange: (event: ChangeEvent<HTMLInputElement>) => setWord(event.target.value) }),
    h("button", null, "设置"),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        rows.map(({ agentId, code, reason, since }) =>
          h(
            "tr",
            { key: agentId },
            cell(agentId),
            cell(code === 1 ? "空闲" : "忙碌"),
            cell(reason),
            cell(new Date(since).toLocaleTimeString()),
            cell(String(Math.round((Date.now() - since) / 1_000))),
          ),
        ),
      ),
    ),
  );
}

createRoot(document.getElementById("root")!).render(h(Monitor));
