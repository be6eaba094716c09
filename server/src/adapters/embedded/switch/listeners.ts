/** Who hears the events of the switch; one that fails keeps nobody else from hearing. */
import type { Logger } from "../../../ports/logger.ts";
import type { SwitchEvent } from "../../../ports/switch.ts";

type Listener = (event: SwitchEvent) => void;

export class Listeners {
  private readonly logger: Logger;
  private readonly all = new Set<Listener>();

  constructor(logger: Logger) {
    this.logger = logger;
  }

  /** The returned function ends it. */
  add(listener: Listener): () => void {
    this.all.add(listener);
    return () => this.all.delete(listener);
  }

  emit(event: SwitchEvent): void {
    for (const listener of [...this.all]) {
      try {
        listener(event);
      } catch (error) {
        this.logger.error({}, `a listener of the switch failed at ${event.type}: ${(error as Error).message}`);
      }
    }
  }
}
