/** An administrator who has signed in at a server of the journey's own. */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { signIn } from "./agent-page.ts";
import { person, type Page, type Person } from "./browser.ts";
import { startServer, type RunningServer } from "./server.ts";

/** Pictures that somebody looks at. */
export const shots = fileURLToPath(new URL("../shots", import.meta.url));

export interface Administrator {
  readonly server: RunningServer;
  readonly user: Person;
  readonly page: Page;
  close(): Promise<void>;
}

export async function administrator(): Promise<Administrator> {
  mkdirSync(shots, { recursive: true });
  const server = await startServer();
  const user = await person(440);
  const { page } = user;
  await page.setViewport({ width: 1280, height: 720 });
  await signIn(page, server.url, { role: "企业管理员", account: "admin" });
  return {
    ...{ server, user, page },
    async close() {
      await user.close();
      await server.stop();
    },
  };
}
