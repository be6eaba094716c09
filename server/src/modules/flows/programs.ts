/** Compiled versions: made when a call first needs one, kept by its id. A version never changes, so what is kept is never stale. */
import { compile, type FlowType, type Program } from "@liantai/api/flows";
import { keptBody, voiceOf } from "./reading.ts";
import type { VersionRow } from "./versions-repository.ts";

const mostKept = 500;

export class Programs {
  readonly #kept = new Map<string, Program>();

  of(flowType: FlowType, version: Pick<VersionRow, "compId" | "flowId" | "id" | "flow" | "tts">): Program {
    const key = `${version.compId}/${version.id}`;
    const found = this.kept(version.compId, version.id);
    if (found) return found;
    const { flowId, id: versionId } = version;
    const made = compile({ flowId, versionId, flowType, body: keptBody(version.flow), voice: voiceOf(version.tts) });
    if (this.#kept.size >= mostKept) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(key, made);
    return made;
  }

  kept(compId: string, versionId: string): Program | undefined {
    const key = `${compId}/${versionId}`;
    const found = this.#kept.get(key);
    // The one that was not asked for the longest time goes first.
    if (found && this.#kept.delete(key)) this.#kept.set(key, found);
    return found;
  }

  /** []: all of the enterprise's. */
  drop(compId: string, flowIds: readonly string[]): void {
    for (const [key, { flowId }] of this.#kept)
      if (key.startsWith(`${compId}/`) && (flowIds.length === 0 || flowIds.includes(flowId))) this.#kept.delete(key);
  }

  get size(): number {
    return this.#kept.size;
  }
}
