/** Room that becomes scarce is told to operators before it is gone, once, and again each hour. */
import { createFolderDisk } from "../../adapters/embedded/disk/index.ts";
import { createProcessBroker } from "../../adapters/embedded/broker/index.ts";
import { createVirtualClock, silentLogger } from "../../testing/index.ts";
import { subscribe, type Topics } from "../topics.ts";
import { createDiskWatch, type DiskLow } from "./disk.ts";

const GB = 1024 ** 3;

async function setUp(totalBytes: number, low: DiskLow = { percent: 5, bytes: 2 * GB }) {
  const clock = createVirtualClock();
  const broker = createProcessBroker(clock);
  const room = { freeBytes: totalBytes, totalBytes };
  let broken = false;
  const disk = { room: async () => (broken ? Promise.reject(new Error("EIO")) : { ...room }) };
  const told: Topics["message.send"][] = [];
  await subscribe(broker, "message.send", (message) => void told.push(message));
  const watch = createDiskWatch({ ports: { clock, broker, logger: silentLogger }, disk, low });
  await watch.start();
  return {
    watch,
    told,
    clock,
    fail: (now: boolean) => (broken = now),
    async leave(freeBytes: number) {
      room.freeBytes = freeBytes;
      await clock.advance(30_000);
    },
  };
}

test("a big disk is scarce under 5 %, a small one under 2 GB, and well again a quarter above", async () => {
  for (const [total, scarce, well] of [
    [1_000 * GB, 49.9 * GB, 62.6 * GB],
    [20 * GB, 1.99 * GB, 2.51 * GB],
  ] as const) {
    const { watch, leave } = await setUp(total);
    expect(watch.enough()).toBe(true);
    await leave(scarce);
    expect(watch.enough()).toBe(false);
    await leave(scarce * 1.1);
    expect(watch.enough()).toBe(false);
    await leave(well);
    expect(watch.enough()).toBe(true);
    await leave(scarce * 1.1);
    expect(watch.enough()).toBe(true);
    watch.stop();
  }
});

test("operators alone are told once, each hour while it lasts, and when it is over", async () => {
  const { told, leave, clock } = await setUp(20 * GB);
  await leave(1.5 * GB);
  await leave(1.2 * GB);
  expect(told).toEqual([
    {
      to: { operators: true },
      message: {
        type: "msgNotify",
        id: "disk-room",
        level: "error",
        title: "磁盘空间不足",
        text: "数据目录所在磁盘还剩 1.5 GB（7.5%），写满后录音将不完整，请尽快清理或扩容",
      },
    },
  ]);
  await clock.advance(3_600_000);
  expect(told).toHaveLength(2);
  await leave(10 * GB);
  expect(told).toHaveLength(3);
  expect(told[2]?.message).toMatchObject({ level: "success", title: "磁盘空间已恢复" });
});

test("the figures are shown, and a look that fails changes nothing", async () => {
  const { watch, leave, fail, told } = await setUp(20 * GB);
  await leave(GB);
  fail(true);
  await leave(15 * GB);
  expect(watch.enough()).toBe(false);
  expect(watch.gauges.map(({ name, value }) => [name, value()])).toEqual([
    ["disk_free_bytes", GB],
    ["disk_total_bytes", 20 * GB],
    ["disk_scarce", 1],
  ]);
  expect(told).toHaveLength(1);
});

test("the folder's own file system is read", async () => {
  const { freeBytes, totalBytes } = await createFolderDisk(import.meta.dirname).room();
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThan(freeBytes);
});
