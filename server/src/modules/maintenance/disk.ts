/**
 * Room on the disk, before it is gone: operators are told when it becomes scarce, every hour while it is, and when it is well
 * again; /readyz and /metrics show it. Well again is a quarter more than scarce, so that nothing flickers.
 */
import { hourMs } from "@liantai/api/contract";
import type { GaugeSource } from "../../http/metrics.ts";
import type { Ports } from "../../ports/index.ts";
import type { Disk, DiskRoom } from "../../ports/disk.ts";
import type { Timer } from "../../ports/clock.ts";
import { publish } from "../topics.ts";

const lookMs = 30_000;
const remindMs = hourMs;
const wellAgain = 1.25;

/** Scarce is less than either. */
export interface DiskLow {
  readonly percent: number;
  readonly bytes: number;
}

export interface DiskWatch {
  readonly gauges: readonly GaugeSource[];
  /** False while room is scarce. */
  enough(): boolean;
  /** Looks once and goes on looking. */
  start(): Promise<void>;
  stop(): void;
}

const size = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GB` : `${Math.floor(bytes / 1024 ** 2)} MB`;

export interface DiskWatchDeps {
  readonly ports: Pick<Ports, "clock" | "broker" | "logger">;
  readonly disk: Disk;
  readonly low: DiskLow;
}

export function createDiskWatch({ ports: { clock, broker, logger }, disk, low }: DiskWatchDeps): DiskWatch {
  let room: DiskRoom = { freeBytes: 0, totalBytes: 0 };
  let scarce = false;
  let told = 0;
  let timer: Timer | undefined;

  const under = ({ freeBytes, totalBytes }: DiskRoom, factor: number): boolean =>
    freeBytes < Math.max(low.bytes, (totalBytes * low.percent) / 100) * factor;

  const tell = (level: "error" | "success", title: string, text: string): Promise<void> =>
    publish(broker, "message.send", {
      to: { operators: true },
      message: { type: "msgNotify", id: "disk-room", level, title, text },
    });

  async function judge(): Promise<void> {
    const was = scarce;
    scarce = under(room, scarce ? wellAgain : 1);
    const share = room.totalBytes > 0 ? ((room.freeBytes / room.totalBytes) * 100).toFixed(1) : "0";
    const left = `还剩 ${size(room.freeBytes)}（${share}%）`;
    if (scarce && (!was || clock.now() - told >= remindMs)) {
      told = clock.now();
      logger.error({ ...room }, "room on the disk of DATA_DIR is scarce");
      await tell("error", "磁盘空间不足", `数据目录所在磁盘${left}，写满后录音将不完整，请尽快清理或扩容`);
    } else if (was && !scarce) {
      logger.info({ ...room }, "room on the disk of DATA_DIR is enough again");
      await tell("success", "磁盘空间已恢复", `数据目录所在磁盘${left}`);
    }
  }

  async function look(): Promise<void> {
    try {
      room = await disk.room();
      await judge();
    } catch (error) {
      logger.warn({ error }, "room on the disk could not be read");
    }
  }

  return {
    gauges: [
      { name: "disk_free_bytes", help: "Room left on the disk of DATA_DIR", value: () => room.freeBytes },
      { name: "disk_total_bytes", help: "Size of that disk", value: () => room.totalBytes },
      { name: "disk_scarce", help: "1 while room is scarce (DISK_LOW)", value: () => Number(scarce) },
    ],
    enough: () => !scarce,
    async start() {
      await look();
      timer = clock.every(lookMs, () => void look());
    },
    stop: () => timer?.cancel(),
  };
}
