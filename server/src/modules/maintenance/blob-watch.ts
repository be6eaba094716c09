/**
 * Whether the store of recordings and files answers: operators are told when it does not, every hour while it does not, and when it
 * does again; /readyz and /metrics show it.
 */
import { hourMs } from "@liantai/api/contract";
import type { GaugeSource } from "../../http/metrics.ts";
import type { Timer } from "../../ports/clock.ts";
import type { Ports } from "../../ports/index.ts";
import { publish } from "../topics.ts";

const lookMs = 30_000;
const remindMs = hourMs;

export interface BlobWatch {
  readonly gauges: readonly GaugeSource[];
  /** As of the last look. */
  up(): boolean;
  /** Looks, without being waited for, and goes on looking. */
  start(): void;
  stop(): void;
}

export function createBlobWatch({
  blobs,
  broker,
  clock,
  logger,
}: Pick<Ports, "broker" | "clock" | "logger"> & { readonly blobs: Pick<Ports["blobs"], "ping"> }): BlobWatch {
  let up = true;
  let told = 0;
  let looking = false;
  let timer: Timer | undefined;

  const tell = (level: "error" | "success", title: string, text: string): Promise<void> =>
    publish(broker, "message.send", {
      to: { operators: true },
      message: { type: "msgNotify", id: "blob-store", level, title, text },
    });

  async function judge(error: unknown): Promise<void> {
    const was = up;
    up = error === undefined;
    if (!up && (was || clock.now() - told >= remindMs)) {
      told = clock.now();
      logger.error({ error }, "the store of recordings and files does not answer");
      await tell(
        "error",
        "文件存储不可用",
        "录音和文件暂时无法存取，通话不受影响：录音先保存在服务器本机，存储恢复后自动补存，请尽快检查存储服务",
      );
    } else if (up && !was) {
      logger.info({}, "the store of recordings and files answers again");
      await tell("success", "文件存储已恢复", "录音和文件可正常存取，本机暂存的录音正在补存");
    }
  }

  async function look(): Promise<void> {
    // A store that is slow to refuse is not asked a second time meanwhile.
    if (looking) return;
    looking = true;
    try {
      await judge(
        await blobs.ping().then(
          () => undefined,
          (error: unknown) => error,
        ),
      );
    } catch (error) {
      logger.warn({ error }, "operators could not be told of the store");
    } finally {
      looking = false;
    }
  }

  return {
    gauges: [{ name: "blobs_up", help: "1 while the store of recordings and files answers", value: () => Number(up) }],
    up: () => up,
    start() {
      void look();
      timer = clock.every(lookMs, () => void look());
    },
    stop: () => timer?.cancel(),
  };
}
