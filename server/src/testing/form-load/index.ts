/** A list of a million records with three filters, and whose number it is that calls, against one process (bench/forms-list.ts). */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { compareTurns, p95Of, turn, type ListFigures, type Question } from "../list-load/turns.ts";
import { startDirectus } from "./directus.ts";
import { asked, askedAt, callerOf, callIdOf, callsThere, phoneOf, recordsThere, token } from "./data.ts";

interface Servers {
  readonly formId: string;
  readonly found: number;
  readonly whole: number;
  readonly bare: number;
}

/** Of directus: the same question again and again, and another each time. */
export interface DirectusFigures {
  readonly version: string;
  readonly list: ListFigures;
  readonly fresh: ListFigures;
  readonly freshPageP95Ms: number;
}

export interface FormFigures {
  /** The same question over and over. */
  readonly list: ListFigures;
  /** Another question each time: its total is counted by both. */
  readonly fresh: ListFigures;
  /** Whose number it is that calls, by the call; the log of it included, which the bare server does not write. */
  readonly popup: ListFigures;
  readonly saved: ListFigures;
  /** One at a time, as a page asks; of another question each time the total is counted for each. */
  readonly firstPageP95Ms: number;
  readonly freshPageP95Ms: number;
  readonly bareFreshPageP95Ms: number;
  readonly popupP95Ms: number;
  /** Four at a time. */
  readonly busyPopupP95Ms: number;
  readonly byPhoneP95Ms: number;
  readonly timelineP95Ms: number;
  readonly directus?: DirectusFigures;
}

const good = (text: string): boolean => text.startsWith('{"code":1,');

/** `url`: of an empty PostgreSQL database; `directus`: where it is installed. */
export async function measureForms(
  { url, directus }: { readonly url: string; readonly directus?: string | undefined },
  rounds = 5,
  turnMs = 1_500,
  connections = 16,
): Promise<FormFigures> {
  const child = fork(fileURLToPath(new URL("./server.ts", import.meta.url)), [url], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  try {
    const servers = await new Promise<Servers>((resolve, reject) => {
      child.once("message", (message) => resolve(message as Servers));
      child.once("exit", (code) => reject(new Error(`the servers ended with ${code}`)));
    });
    const ask = <T extends { readonly path: string }>(
      endpoint: T,
      body: () => object,
      accepts: (text: string) => boolean = () => true,
    ) => ({
      path: endpoint.path,
      token,
      body: () => JSON.stringify(body()),
      accepts: (text: string) => good(text) && accepts(text),
    });
    const page = { formId: servers.formId, pageNo: 1, pageSize: 20 };
    const found = (text: string) => text.includes('"values":');
    let n = 0;
    const list = ask(
      customerFormDataApi.list,
      () => ({ ...page, filters: asked }),
      (text) => text.includes(`"total":${servers.found},`),
    );
    const fresh = ask(customerFormDataApi.list, () => ({ ...page, filters: askedAt((n += 1)) }), found);
    const byCall = ask(
      customerFormDataApi.queryByNoAuth,
      () => ({ callId: callIdOf((n += 7) % callsThere) }),
      // The answer holds the number that called.
      (text) => found(text) && text.includes('"999'),
    );
    const byPhone = ask(
      customerFormDataApi.queryByNoAuth,
      () => ({ phone: phoneOf((n += 7_919) % recordsThere) }),
      found,
    );
    const timeline = ask(
      customerFormDataApi.timeline,
      () => ({ id: `r${String(callerOf((n += 1) % callsThere) + 1).padStart(9, "0")}`, pageNo: 1, pageSize: 20 }),
      (text) => text.includes('"total":1'),
    );
    const save = ask(customerFormDataApi.add, () => ({
      formId: servers.formId,
      values: {
        ...{ customerName: `新客户${(n += 1)}`, kind: "v3", grade: "v3", amount: String(n % 1_000) },
        phone: `998${String(n).padStart(8, "0")}`,
      },
    }));
    const times = { rounds, turnMs, connections };
    const p95 = async (question: Question, lines = 1, port = servers.whole): Promise<number> => {
      await turn(port, question, lines, turnMs);
      return p95Of((await turn(port, question, lines, 2 * turnMs)).times);
    };
    const besideDirectus = async (folder: string): Promise<DirectusFigures> => {
      const other = await startDirectus(folder, url, servers.formId);
      try {
        const sides = { whole: servers.whole, bare: other.port };
        const same = other.question(
          () => asked,
          (text) => text.includes(`"filter_count":${servers.found}}`),
        );
        const others = other.question(
          () => askedAt((n += 1)),
          (text) => text.includes('"filter_count":'),
        );
        return {
          version: other.version,
          list: await compareTurns(sides, list, times, same),
          fresh: await compareTurns(sides, fresh, times, others),
          freshPageP95Ms: await p95(others, 1, other.port),
        };
      } finally {
        await other.stop();
      }
    };
    return {
      ...(directus && { directus: await besideDirectus(directus) }),
      list: await compareTurns(servers, list, times),
      fresh: await compareTurns(servers, fresh, times),
      popup: await compareTurns(servers, byCall, { ...times, connections: 4 }),
      firstPageP95Ms: await p95(list),
      freshPageP95Ms: await p95(fresh),
      bareFreshPageP95Ms: await p95(fresh, 1, servers.bare),
      popupP95Ms: await p95(byCall),
      busyPopupP95Ms: await p95(byCall, 4),
      byPhoneP95Ms: await p95(byPhone, 4),
      timelineP95Ms: await p95(timeline),
      saved: await compareTurns(servers, save, { ...times, connections: 4 }),
    };
  } finally {
    child.disconnect();
  }
}
