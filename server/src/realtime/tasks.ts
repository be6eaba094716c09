/**
 * Counters of dialling tasks, to the pages that watch them (docs/protocol.md, D46). They are read once for all pages, and only while one of
 * them is connected; the right is looked at with every message, so that a grant that is taken ends it at once.
 */
import { isAdministrator } from "@liantai/api/contract";
import { countedMs, taskPages } from "@liantai/api/contract/admin";
import type { Caller } from "../http/routes.ts";
import type { TaskCounts } from "../modules/dialling/index.ts";
import { Paced } from "../modules/paced.ts";
import type { Topics } from "../modules/topics.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import { ownerOf, type Frame } from "./frames.ts";
import { audience, type Hub } from "./hub.ts";

interface TaskFollow {
  readonly userId: string;
  readonly compId: string;
  readonly taskIds: readonly string[];
}

interface TaskRoomDeps {
  readonly hub: Pick<Hub, "send" | "listeners" | "connected">;
  readonly maySee: (caller: Caller, pages: readonly string[]) => Promise<boolean>;
  readonly counts: TaskCounts;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn">;
}

/** A page shows a few; a frame that names more names none. */
const most = 20;
const isTaskId = (value: unknown): value is string => typeof value === "string" && /^[\w-]{1,64}$/.test(value);

/** The frame TASK_SUBSCRIBE, [] watches none any more; undefined: the frame is none. */
export function readTaskFollow(frame: Frame): TaskFollow | undefined {
  const { type, taskIds } = frame.content;
  if (type !== "TASK_SUBSCRIBE") return undefined;
  if (!Array.isArray(taskIds) || taskIds.length > most || !taskIds.every(isTaskId)) return undefined;
  const owner = ownerOf(frame);
  return owner && { ...owner, taskIds };
}

export class TaskRoom {
  readonly #d: TaskRoomDeps;
  /** By enterprise and the name of the stream: whose page it is, and what it watches. */
  readonly #follows = new Map<string, Map<string, Omit<TaskFollow, "compId">>>();
  readonly #paced: Paced;

  constructor(deps: TaskRoomDeps) {
    this.#d = deps;
    this.#paced = new Paced(deps.clock, countedMs, (key) => {
      const [compId = "", taskId = ""] = key.split("/");
      return this.#tell(compId, taskId).catch((error: unknown) =>
        deps.logger.warn({ error, compId, taskId }, "who watches a task was not told of it"),
      );
    });
  }

  /** Only for oneself; a frame in another's name does nothing. What is watched anew is told at once. */
  follow(stream: string, caller: Caller, { userId, compId, taskIds }: TaskFollow): void {
    if (userId !== caller.userId || compId !== caller.compId || !isAdministrator(caller)) return;
    const streams = this.#follows.get(compId) ?? new Map<string, Omit<TaskFollow, "compId">>();
    const before = streams.get(stream)?.taskIds ?? [];
    if (taskIds.length > 0) streams.set(stream, { userId, taskIds });
    else streams.delete(stream);
    if (streams.size === 0) this.#follows.delete(compId);
    else this.#follows.set(compId, streams);
    for (const taskId of taskIds) if (!before.includes(taskId)) this.#paced.ask(`${compId}/${taskId}`);
  }

  forget(stream: string): void {
    for (const [compId, streams] of this.#follows)
      if (streams.delete(stream) && streams.size === 0) this.#follows.delete(compId);
  }

  changed({ compId, taskId }: Topics["task.counted"]): void {
    if (this.#watching(compId, taskId).length > 0) this.#paced.ask(`${compId}/${taskId}`);
  }

  /** Pages that are connected now; those that are not get the whole when they are back. */
  #watching(compId: string, taskId: string) {
    const streams = this.#follows.get(compId);
    return [...(streams ?? [])].flatMap(([stream, { userId, taskIds }]) => {
      const key = audience.socket(userId, stream);
      const [caller] = this.#d.hub.listeners(key);
      if (caller?.compId !== compId) streams?.delete(stream);
      else if (taskIds.includes(taskId) && this.#d.hub.connected(key)) return [{ key, caller }];
      return [];
    });
  }

  async #tell(compId: string, taskId: string): Promise<void> {
    const { hub, counts, maySee } = this.#d;
    const watching = this.#watching(compId, taskId);
    if (watching.length === 0) return;
    const found = await counts(compId, taskId);
    if (!found) return;
    const { ftype, ...told } = found;
    const pages = Object.values(taskPages[ftype]);
    for (const { key, caller } of watching)
      if (isAdministrator(caller) && (await maySee(caller, pages))) hub.send([key], { type: "taskCounted", ...told });
  }

  stop(): void {
    this.#paced.stop();
  }
}
