/** Flows of the form notice:<taskId>, or notice:<taskId>:<templateId>: what calls of notification tasks are led through. */
import { createHash } from "node:crypto";
import type { Program } from "@liantai/api/flows";
import type { Ports } from "../../../ports/index.ts";
import { noticeProgram, type NoticeTemplate } from "./program.ts";
import { keepVersion, templateOfTask, versionOf } from "./repository.ts";

const prefix = "notice:";
/** Programs of so many templates are kept made. */
const mostKept = 200;

/** templateId: another than the task's own, of a half of its experiment. */
export const noticeFlow = (taskId: string, templateId?: string): string =>
  `${prefix}${taskId}${templateId === undefined ? "" : `:${templateId}`}`;

export interface NoticeFlows {
  /** undefined: it is no flow of a notice. */
  resolve(compId: string, flowId: string): Promise<Program | undefined> | undefined;
  byVersion(compId: string, versionId: string): Promise<Program | undefined> | undefined;
}

export function createNoticeFlows({ database, clock }: Pick<Ports, "database" | "clock">): NoticeFlows {
  const made = new Map<string, Program>();

  function kept(compId: string, versionId: string, flowId: string, template: NoticeTemplate): Program {
    const key = `${compId}/${versionId}`;
    const known = made.get(key) ?? noticeProgram(template, { flowId, versionId });
    made.delete(key);
    made.set(key, known);
    if (made.size > mostKept) made.delete(made.keys().next().value!);
    return known;
  }

  async function ofTask(compId: string, flowId: string): Promise<Program | undefined> {
    return database.tenant(compId, async (trx) => {
      const [taskId = "", templateId] = flowId.slice(prefix.length).split(":");
      const row = await templateOfTask(trx, compId, taskId, templateId);
      if (!row) return undefined;
      const { settings, ...template } = row;
      const body = { flowId, template: { ...template, repeats: settings.repeats } };
      const versionId = `${prefix}${createHash("sha256").update(JSON.stringify(body)).digest("base64url")}`;
      if (!made.has(`${compId}/${versionId}`)) await keepVersion(trx, compId, versionId, body, new Date(clock.now()));
      return kept(compId, versionId, flowId, body.template);
    });
  }

  async function ofVersion(compId: string, versionId: string): Promise<Program | undefined> {
    const known = made.get(`${compId}/${versionId}`);
    if (known) return known;
    const version = await database.tenant(compId, (trx) => versionOf(trx, compId, versionId));
    return version && kept(compId, versionId, version.flowId, version.template);
  }

  return {
    resolve: (compId, flowId) => (flowId.startsWith(prefix) ? ofTask(compId, flowId) : undefined),
    byVersion: (compId, versionId) => (versionId.startsWith(prefix) ? ofVersion(compId, versionId) : undefined),
  };
}
