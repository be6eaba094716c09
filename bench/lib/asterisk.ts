/** A private Asterisk, as the services suites have it, for a bench that says where it is. Needs what .ci/asterisk installs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface OwnAsterisk {
  /** What the suites are told: TEST_ASTERISK_URL and its like. */
  readonly told: NodeJS.ProcessEnv;
  readonly pid: number;
  end(): void;
}

export async function openAsterisk(): Promise<OwnAsterisk> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../scripts/asterisk.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const end = (): void => void child.stdin.end();
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { told, pid } = JSON.parse(line) as { told: NodeJS.ProcessEnv; pid?: number };
  if (pid !== undefined) return { told, pid, end };
  end();
  throw new Error("Asterisk is not on this machine: run .ci/asterisk as root");
}

/** For a server that has it as its switch. */
export const asteriskSettings = ({ told }: OwnAsterisk): Readonly<Record<string, string>> => ({
  SWITCH: "asterisk",
  ASTERISK_ARI_URL: told["TEST_ASTERISK_URL"] ?? "",
  ASTERISK_ARI_USER: told["TEST_ASTERISK_USER"] ?? "",
  ASTERISK_ARI_PASSWORD: told["TEST_ASTERISK_PASSWORD"] ?? "",
  ASTERISK_SIP_COPIES: told["TEST_ASTERISK_COPIES"] ?? "",
});
