/** Chromium for journeys: the one inside an npm package, or CHROMIUM=/path/to/chromium. One browser a person. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer";
import { toneFile } from "./tone.ts";

export type { Page };

// The package carries its own system libraries and uses them only when it believes to be on that platform.
process.env["AWS_EXECUTION_ENV"] ??= "AWS_Lambda_nodejs22.x";
// It brings Latin letters only: without the system's own fonts, Chinese words have no width and no picture.
if (existsSync("/etc/fonts/fonts.conf")) process.env["FONTCONFIG_PATH"] ??= "/etc/fonts";

let executable: Promise<{ path: string; args: string[] }> | undefined;
const chromium = () =>
  (executable ??= (async () => {
    const own = process.env["CHROMIUM"];
    if (own) return { path: own, args: [] };
    const packaged = (await import("@sparticuz/chromium")).default;
    return { path: await packaged.executablePath(), args: [] };
  })());

export interface Person {
  readonly browser: Browser;
  readonly page: Page;
  /** Console errors, page errors and CSP violations seen so far. */
  readonly complaints: string[];
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/** A browser whose fake microphone says a tone of `hz` without end. */
export async function person(
  hz: number,
  options: { readonly width?: number; readonly height?: number } = {},
): Promise<Person> {
  const { path, args } = await chromium();
  const profile = mkdtempSync(join(tmpdir(), "liantai-profile-"));
  const browser = await puppeteer.launch({
    executablePath: path,
    // The packaged build is the headless shell; a full Chromium takes the same flag.
    headless: "shell",
    userDataDir: profile,
    args: [
      ...args,
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-dev-shm-usage",
      "--autoplay-policy=no-user-gesture-required",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-audio-capture=${toneFile(hz)}`,
      "--disable-features=WebRtcHideLocalIpsWithMdns",
      "--lang=zh-CN",
      `--window-size=${options.width ?? 1280},${options.height ?? 720}`,
    ],
    defaultViewport: { width: options.width ?? 1280, height: options.height ?? 720 },
  });
  const complaints: string[] = [];
  const watch = (page: Page) => {
    // The bar asks before a page in a call is left; a person says yes.
    page.on("dialog", (dialog) => void dialog.accept());
    page.on("pageerror", (error) => complaints.push(`pageerror: ${String(error)}`));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(`console: ${message.text()} ${message.location().url ?? ""}`);
    });
    return page;
  };
  const [first] = await browser.pages();
  return {
    browser,
    page: watch(first ?? (await browser.newPage())),
    complaints,
    newPage: async () => watch(await browser.newPage()),
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
