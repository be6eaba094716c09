/** A list of a million records with three filters, and whose number it is that calls, against one process (bench/forms-list.ts). */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { compareTurns, p95Of, turn, type ListFigures } from "../list-load/turns.ts";
import { asked, phoneOf, recordsThere, token } from "./data.ts";

interface Servers {
  readonly formId: string;
  readonly found: number;
  readonly whole: number;
  readonly bare: number;
}

export interface FormFigures {
  readonly list: ListFigures;
  /** One at a time, as a page asks. */
  readonly firstPageP95Ms: number;
  readonly popupP95Ms: number;
}

/** `url`: of an empty PostgreSQL database. */
export async function measureForms(url: string, rounds = 5, turnMs = 1_500, connections = 16): Promise<FormFigures> {
  const child = fork(fileURLToPath(new URL("./server.ts", import.meta.url)), [url], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  try {
    const servers = await new Promise<Servers>((resolve, reject) => {
      child.once("message", (message) => resolve(message as Servers));
      child.once("exit", (code) => reject(new Error(`the servers ended with ${code}`)));
    });
    const body = JSON.stringify({ formId: servers.formId, pageNo: 1, pageSize: 20, filters: asked });
    const list = {
      path: customerFormDataApi.list.path,
      token,
      body: () => body,
      accepts: (text: string) => text.startsWith('{"code":1,') && text.includes(`"total":${servers.found},`),
    };
    const figures = await compareTurns(servers, list, { rounds, turnMs, connections });
    const page = await turn(servers.whole, list, 1, turnMs);
    let n = 0;
    const popup = {
      path: customerFormDataApi.queryByNoAuth.path,
      token,
      body: () => JSON.stringify({ phone: phoneOf((n += 7_919) % recordsThere) }),
      accepts: (text: string) => text.startsWith('{"code":1,') && text.includes('"values":'),
    };
    await turn(servers.whole, popup, 1, turnMs);
    const popups = await turn(servers.whole, popup, 4, turnMs);
    return { list: figures, firstPageP95Ms: p95Of(page.times), popupP95Ms: p95Of(popups.times) };
  } finally {
    child.disconnect();
  }
}
