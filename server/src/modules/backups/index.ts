/**
 * Backups of an installation whose database lies in its folder (PGlite): one each night, and whenever `npm run backup` asks
 * over the control socket. With PostgreSQL the dumps are PostgreSQL's own business.
 */
import type { Server } from "node:net";
import { join } from "node:path";
import { operatorCode } from "@liantai/api/contract";
import type { GaugeSource } from "../../http/metrics.ts";
import type { Module } from "../../http/module.ts";
import type { Ports } from "../../ports/index.ts";

import { everyNight } from "../maintenance/index.ts";
import { publish } from "../topics.ts";
import { openControl } from "./control.ts";
import { createBackup, snapshotOf, type BackupRequest } from "./create.ts";
import { dumpName, pruneDumps } from "./daily.ts";

export { askControl } from "./control.ts";
export { createBackup, snapshotOf, type BackupRequest } from "./create.ts";
export { restoreBackup, restoreUnfinished } from "./restore.ts";
export { BackupTorn } from "./archive.ts";

/** Minutes past midnight, Asia/Shanghai: before the purge, so that what goes at night is in the night's dump. */
const dumpAt = 2 * 60 + 40;
export const dumpQueue = "nightly-dump";

export interface BackupsDeps {
  readonly ports: Pick<Ports, "database" | "jobs" | "clock" | "random" | "logger" | "broker">;
  readonly dataDir: string;
  /** Dumps that stay; 0: none are made. */
  readonly kept: number;
  /** npm run totp-reset (modules/auth). */
  resetTotp(account: string): Promise<void>;
  /** npm run replay (modules/records): the answer for people. */
  replay(question: string): Promise<string>;
  /** npm run flow:replay (modules/flows): the same of one call. */
  flowReplay(question: string): Promise<string>;
  /** npm run flow:test (modules/flows): the same of a flow's tests. */
  flowTest(question: string): Promise<string>;
}

export interface BackupsModule extends Module {
  readonly gauges: readonly GaugeSource[];
}

export function createBackupsModule({ ports, dataDir, kept, resetTotp, ...asked }: BackupsDeps): BackupsModule {
  const { database, clock, random, logger, broker } = ports;
  const folder = join(dataDir, "backups");
  let control: Server | undefined;
  const last = { at: 0, bytes: 0, failed: 0 };

  const back = (request: BackupRequest): Promise<number> =>
    createBackup({ dataDir, database: snapshotOf(database), now: () => clock.now() }, request);

  async function failed(error: unknown): Promise<void> {
    last.failed = 1;
    logger.error({ error, folder }, "the nightly dump failed");
    const reason = (error as NodeJS.ErrnoException).code === "ENOSPC" ? "磁盘空间不足" : "请查看服务日志";
    await publish(broker, "message.send", {
      to: { compId: operatorCode },
      message: {
        type: "msgNotify",
        id: random.id(),
        title: "数据备份失败",
        text: `昨夜的自动备份没有完成：${reason}`,
        level: "error",
      },
    });
  }

  async function dump(): Promise<void> {
    const began = clock.now();
    try {
      await database.vacuum?.();
      const bytes = await back({ file: join(folder, dumpName(began)), recordings: false });
      Object.assign(last, { at: clock.now(), bytes, failed: 0 });
      logger.info({ bytes, removed: await pruneDumps(folder, kept) }, "nightly dump");
    } catch (error) {
      // The next one is tomorrow's: a full disk does not get emptier by trying again.
      await failed(error);
    }
  }

  const gauges: GaugeSource[] = [
    {
      name: "backup_at_seconds",
      help: "When this process last wrote a nightly dump, epoch seconds; 0: not yet",
      value: () => Math.floor(last.at / 1000),
    },
    { name: "backup_bytes", help: "Size of that dump", value: () => last.bytes },
    { name: "backup_failed", help: "1: the last nightly dump of this process failed", value: () => last.failed },
  ];
  return {
    name: "backups",
    routes: [],
    gauges: database.snapshot ? gauges : [],
    async start() {
      if (!database.snapshot) return;
      control = await openControl(dataDir, async (request) => {
        if ("replay" in request) return { bytes: 0, text: await asked.replay(request.replay) };
        if ("flowReplay" in request) return { bytes: 0, text: await asked.flowReplay(request.flowReplay) };
        if ("flowTest" in request) return { bytes: 0, text: await asked.flowTest(request.flowTest) };
        if (!("totpReset" in request)) return { bytes: await back(request) };
        await resetTotp(request.totpReset);
        return { bytes: 0 };
      });
      if (!control)
        logger.warn({ dataDir }, "the path of DATA_DIR is too long for npm run backup on a running installation");
      if (kept > 0) await everyNight(ports, dumpQueue, dumpAt, dump);
    },
    stop: async () => void control?.close(),
  };
}
