/** Dialling: tasks, their numbers, and what dials them. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { Ports } from "../../ports/index.ts";
import { IdleThread } from "../../adapters/embedded/thread.ts";
import type { Printed } from "../../audio/announcement-worker.ts";
import type { AdministrationDeps } from "../deps.ts";
import { RecordingCheck } from "../records/index.ts";
import { createTaskRegister, type TaskHooks } from "../tasks/index.ts";
import { startForgetting } from "./carrier-prompts/early-sounds.ts";
import { carrierPromptRoutes } from "./carrier-prompts/routes.ts";
import { experimentRoutes } from "./experiments/service.ts";
import { figureRoutes } from "./figures/routes.ts";
import { intentionRoutes } from "./intentions/routes.ts";
import { listsRoutes } from "./lists/routes.ts";
import { monitorRoutes } from "./monitor/service.ts";
import { noticeStore } from "./notices/repository.ts";
import { noticeRoutes } from "./notices/service.ts";
import { createTaskNumbers, type TaskNumbers } from "./phones/many.ts";
import { phonesRoutes } from "./phones/routes.ts";
import { startClosing } from "./preview/closing.ts";
import { previewRoutes } from "./preview/routes.ts";
import { startReconciling } from "./reconciling.ts";
import type { RecipeWorld } from "./recipes/ports.ts";
import { recipeRoutes } from "./recipes/service.ts";
import { createRecipeSweep } from "./recipes/sweep.ts";
import { createSimulator } from "./simulation/index.ts";
import { createAllotting } from "./tasks/allotting.ts";
import type { TaskDeps } from "./tasks/deps.ts";
import type { TemplateIsThere } from "./tasks/naming.ts";
import { createBarredPromises } from "./promises-barred.ts";
import { createTaskHooks } from "./tasks/orders.ts";
import { createPastSweep } from "./tasks/past.ts";
import { taskRoutes } from "./tasks/routes.ts";
import { createWatching } from "./watching.ts";

export { createDiallers } from "./engine/index.ts";
export { createNoticeFlows, noticeFlow } from "./notices/calls.ts";
export { createTaskCounts, type TaskCounts } from "./monitor/service.ts";
export { flowOver } from "./outcomes/flow-over.ts";
export { refuse } from "./refusals/refuse.ts";
export { exportLedger } from "./ledger/exporting.ts";
export { verifyLedgers } from "./ledger/verify.ts";
export { createTaskNumbers, manyColumns, type ManyParams, type TaskNumbers } from "./phones/many.ts";
export { emptyRow, type NumberRow } from "./phones/rows.ts";
export { createNumberForms, recordOfNumber, type NumberForms } from "./preview/forms.ts";
export { createPreviewGate } from "./preview/gate.ts";
export type { RecipeWorld } from "./recipes/ports.ts";
export { releaseStale } from "./preview/stale.ts";

/** Ten minutes of sound take 3 s, and are refused then. */
const printMs = 45_000;

const templateIsThere: TemplateIsThere = async (trx, compId, id) =>
  (await noticeStore.find(trx, compId, id)) !== undefined;

/** What the CTI link's orders ask before a task starts, and what they leave behind. */
export const createDialHooks = (ports: Pick<Ports, "database" | "broker" | "clock">): TaskHooks =>
  createTaskHooks(ports, createTaskRegister(ports), templateIsThere);

export function createDiallingModule(
  deps: AdministrationDeps & { readonly recipes: RecipeWorld },
  numbers: TaskNumbers = createTaskNumbers(deps),
): Module {
  const { ports } = deps;
  const sweep = createRecipeSweep({ ports, effects: deps.recipes.effects });
  const register = createTaskRegister(ports);
  const tasks: TaskDeps = { ...deps, register, hooks: createDialHooks(ports), templateIsThere };
  const simulator = createSimulator(ports.clock);
  const allotting = createAllotting(ports, register);
  const barred = createBarredPromises(ports);
  const past = createPastSweep(ports, register);
  const watching = createWatching(ports);
  const worker = new URL("../../audio/announcement-worker.ts", import.meta.url);
  const thread = new IdleThread<Uint8Array, Printed>(ports.clock, worker, "announcements", printMs);
  let endClosing: (() => Promise<void>) | undefined;
  let endReconciling: (() => void) | undefined;
  return {
    name: "dialling",
    routes: [
      ...taskRoutes({ ...tasks, simulator }),
      ...monitorRoutes(tasks),
      ...experimentRoutes(tasks),
      ...previewRoutes(deps),
      ...phonesRoutes(deps),
      ...listsRoutes({ ...deps, numbers }),
      ...noticeRoutes(deps),
      ...intentionRoutes(deps),
      ...figureRoutes(deps),
      ...recipeRoutes(deps),
      ...carrierPromptRoutes({ ...deps, thread, check: new RecordingCheck(ports.blobs, ports.clock) }),
    ],
    async start() {
      await allotting.start();
      await watching.start();
      endClosing = await startClosing(ports);
      sweep.start();
      past.start();
      await barred.start();
      endReconciling = await startReconciling(ports);
      await startForgetting(ports);
    },
    async stop() {
      endReconciling?.();
      await barred.stop();
      await past.stop();
      await sweep.stop();
      await thread.close();
      await endClosing?.();
      await watching.stop();
      await allotting.stop();
      await simulator.close();
    },
  };
}
