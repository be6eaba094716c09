import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a process ends with the one that started it, also by %s",
  async (signal) => {
    const starting = [
      `import { spawn } from "node:child_process";`,
      `import { boundToParent } from ${JSON.stringify(join(import.meta.dirname, "bound-process.ts"))};`,
      `spawn(...boundToParent("/bin/sh", ["-c", "echo begun; exec sleep 1000"]), { stdio: "inherit" });`,
    ].join("\n");
    const parent = spawn(process.execPath, ["--input-type=module", "-e", starting], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_NO_WARNINGS: "1" },
    });
    await once(parent.stdout, "data");
    parent.kill(signal);
    // Open as long as anybody can still write to it.
    await once(parent.stdout, "close");
  },
);
