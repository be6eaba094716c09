/** Compiled versions: made when a call first needs one, kept by its id. A version never changes, so what is kept is never stale. */
import {
  compile,
  link,
  type FlowType,
  type Program,
  type SharedCall,
  type SharedFlows,
  type SharedVersion,
} from "@liantai/api/flows";
import { keptBody, voiceOf } from "./reading.ts";
import type { VersionRow } from "./versions-repository.ts";

const mostKept = 500;
const mostTexts = 200;

export type Called = Pick<SharedCall, "flowId" | "versionId">;

/** Version by shared sub-process: those that a program goes through as their newest. */
export type Links = Readonly<Record<string, string>>;

/** The one that was not asked for the longest time goes first. */
class Kept<T> {
  readonly #kept = new Map<string, T>();
  readonly #most: number;
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    const found = this.#kept.get(key);
    if (found !== undefined && this.#kept.delete(key)) this.#kept.set(key, found);
    return found;
  }

  set(key: string, made: T): Map<string, T> {
    if (this.#kept.size >= this.#most) this.#kept.delete(this.#kept.keys().next().value!);
    return this.#kept.set(key, made);
  }

  drop(which: (key: string, kept: T) => boolean): void {
    for (const [key, kept] of this.#kept) if (which(key, kept)) this.#kept.delete(key);
  }

  get size(): number {
    return this.#kept.size;
  }
}

const keyOf = (compId: string, versionId: string, links: Links): string => {
  const named = Object.entries(links).sort(([a], [b]) => (a < b ? -1 : 1));
  return [compId, versionId, ...named.map(([flowId, id]) => `${flowId}=${id}`)].join("/");
};

export class Programs {
  readonly #kept = new Kept<Program>(mostKept);
  /** Texts of versions of shared sub-processes, as they were read. */
  readonly texts = new Kept<SharedVersion & { readonly flowId: string }>(mostTexts);
  /** What versions call of them. */
  readonly calls = new Kept<readonly Called[]>(mostKept);

  of(
    flowType: FlowType,
    version: Pick<VersionRow, "compId" | "flowId" | "id" | "version" | "flow" | "tts">,
    shared: SharedFlows,
  ): Program {
    const { compId, flowId, id: versionId, version: number } = version;
    const newest = Object.fromEntries(Object.values(shared).map((each) => [each.flowId, each.newest]));
    const found = this.#kept.get(keyOf(compId, versionId, newest));
    if (found) return found;
    const linked = link(keptBody(version.flow), shared);
    const made = compile({ flowId, versionId, version: number, flowType, voice: voiceOf(version.tts), ...linked });
    this.#kept.set(keyOf(compId, versionId, newest), made);
    return made;
  }

  /** One that goes through no shared sub-process, whatever was published. */
  kept(compId: string, versionId: string): Program | undefined {
    return this.#kept.get(keyOf(compId, versionId, {}));
  }

  /** []: all of the enterprise's. */
  drop(compId: string, flowIds: readonly string[]): void {
    this.#kept.drop(
      (key, { flowId }) => key.startsWith(`${compId}/`) && (flowIds.length === 0 || flowIds.includes(flowId)),
    );
  }

  get size(): number {
    return this.#kept.size;
  }
}
