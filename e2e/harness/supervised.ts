/** An agent and a customer who talk, and somebody at 实时监控 who sees to it: browsers whose microphones say different tones. */
import { person, type Page, type Person } from "./browser.ts";
import { earsFor, untilHeard, type Heard } from "./listen.ts";
import { startServer, type RunningServer } from "./server.ts";

export const [AGENT, CUSTOMER, SUPERVISOR] = [500, 1100, 1900] as const;
const all = [AGENT, CUSTOMER, SUPERVISOR];

export interface Supervised {
  readonly server: RunningServer;
  readonly agent: Person;
  readonly customer: Person;
  readonly supervisor: Person;
  close(): Promise<void>;
}

export async function openSupervised(settings: Readonly<Record<string, string>> = {}): Promise<Supervised> {
  const server = await startServer(settings);
  const [agent, customer, supervisor] = (await Promise.all(all.map((hz) => person(hz)))) as [Person, Person, Person];
  await Promise.all([agent, customer, supervisor].map(({ page }) => earsFor(page)));
  return {
    server,
    agent,
    customer,
    supervisor,
    async close() {
      await Promise.all([agent, customer, supervisor].map((one) => one.close()));
      await server.stop();
    },
  };
}

/** These tones and none of the others: not two hundredths of who must not be heard. */
const only =
  (...tones: number[]) =>
  ({ shares }: Heard): boolean =>
    all.every((hz, i) => (tones.includes(hz) ? shares[i]! > 0.15 : shares[i]! < 0.02));
export const hears = ({ page }: Person, ...tones: number[]) => untilHeard(page, all, only(...tones), 20_000);

const row = `//tr[td[contains(., "1001")]]`;
export const onRow = (page: Page, label: string) =>
  page.locator(`::-p-xpath(${row}//button[normalize-space()="${label}"])`).setTimeout(20_000).click();
/** On the row, and yes to the question that follows. */
export async function onRowSurely(page: Page, label: string): Promise<void> {
  await onRow(page, label);
  const yes = `//*[@role="alertdialog"]//button[normalize-space()="${label}"]`;
  await page.locator(`::-p-xpath(${yes})`).setTimeout(20_000).click();
}
export const rowSays = (page: Page, words: string) =>
  page.waitForSelector(`::-p-xpath(${row}//td[contains(., "${words}")])`, { timeout: 20_000 });
