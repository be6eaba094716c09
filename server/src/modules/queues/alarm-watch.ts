/**
 * Looks at the figures of enterprises that have alarm rules, and at no others; says what has come to be, once until it is over
 * (docs/protocol.md Q16). Every process looks; the one that writes an alarm tells it.
 */
import { dayMs, isMonitor, minuteMs } from "@liantai/api/contract";
import { alarmComparisons } from "@liantai/api/contract/admin";
import type { Timer } from "../../ports/clock.ts";
import type { AdministrationDeps } from "../deps.ts";
import { publish, subscribe } from "../topics.ts";
import { keyOf, lookAt, type Figures, type Raised, type Since } from "./alarm-state.ts";
import {
  alarmedEnterprises,
  closeEvent,
  enabledAlarms,
  forgetEvents,
  lastTold,
  openEvent,
  openEvents,
  supervisorAccounts,
  type AlarmRow,
  type SupervisorAccount,
} from "./alarms-repository.ts";
import { accountName } from "./alarms.ts";
import type { AlarmSubject } from "./alarm-subjects.ts";

/** ms between two looks. */
const lookMs = 5_000;
/** What was told is kept for so long. */
const keptMs = 90 * dayMs;

const units = { count: "", percent: "%", seconds: "秒" } as const;
function words({ figures }: AlarmSubject, { rule, value }: Raised<AlarmRow>): string {
  const figure = figures.find(({ id }) => id === rule.figure);
  const unit = units[figure?.unit ?? "count"];
  return `${figure?.name ?? rule.figure}${alarmComparisons[rule.comparison]}${rule.value}${unit}，当前${value}${unit}`;
}

/** Whoever watches the group, or the seat, no longer is not told of it. */
async function tell(
  deps: AdministrationDeps,
  subject: AlarmSubject,
  compId: string,
  found: Raised<AlarmRow>,
  now: number,
): Promise<void> {
  const { database, broker, random } = deps.ports;
  const { rule, group } = found;
  const text = words(subject, found);
  const accounts = await database.tenant(compId, (trx) => supervisorAccounts(trx, compId));
  const named = accounts.filter(({ id }) => rule.accountIds.includes(id));
  const told: SupervisorAccount[] = [];
  for (const account of named) {
    const sees =
      !isMonitor(account) ||
      (account.agentId !== null && (await subject.seen(deps, compId, account)).includes(group.id));
    if (sees) told.push(account);
  }
  const id = random.id();
  const first = await database.tenant(compId, async (trx) => {
    const last = await lastTold(trx, compId, rule.id, group.id);
    if (last && now - last.getTime() < rule.restMin * minuteMs) return false;
    const names = told.map(accountName).join("、");
    const about = { alarmId: rule.id, groupId: group.id, name: rule.name, groupName: group.name };
    return openEvent(trx, {
      compId,
      id,
      subject: subject.id,
      ...about,
      text,
      told: names,
      at: new Date(now),
      endedAt: null,
    });
  });
  if (!first) return;
  for (const account of told)
    await publish(broker, "message.send", {
      to: { accountId: account.id },
      message: {
        type: "msgNotify",
        id: `alarm-${id}`,
        title: `${group.name}告警：${rule.name}`,
        text,
        level: "warning",
        sound: true,
        target: { name: subject.screen },
      },
    });
}

export class AlarmWatch {
  readonly #deps: AdministrationDeps;
  readonly #subject: AlarmSubject;
  readonly #figures: Figures;
  readonly #since = new Map<string, Since>();
  /** Enterprises that have rules. */
  readonly #having = new Set<string>();
  #timer: Timer | undefined;
  #ends: (() => unknown)[] = [];
  #looking = false;

  constructor(deps: AdministrationDeps, subject: AlarmSubject, figures: Figures) {
    this.#deps = deps;
    this.#subject = subject;
    this.#figures = figures;
  }

  async start(): Promise<void> {
    const { broker, clock, database } = this.#deps.ports;
    this.#ends = [await subscribe(broker, "alarms.changed", ({ compId }) => void this.#having.add(compId))];
    // Beside those that were told meanwhile.
    for (const compId of await database.system((trx) => alarmedEnterprises(trx, this.#subject.id)))
      this.#having.add(compId);
    this.#timer = clock.every(lookMs, () => void this.look());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    for (const end of this.#ends.splice(0)) await end();
  }

  async look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    for (const compId of [...this.#having]) {
      // Out before its rules are read: who adds one meanwhile puts it back in.
      this.#having.delete(compId);
      const rules = await this.#ofEnterprise(compId).catch((error: unknown) =>
        this.#deps.ports.logger.warn({ error, compId }, "alarms were not looked at"),
      );
      if (rules !== 0) this.#having.add(compId);
    }
    this.#looking = false;
  }

  /** Resolves to how many rules it has. */
  async #ofEnterprise(compId: string): Promise<number> {
    const { database, clock } = this.#deps.ports;
    const { id: subject, figures } = this.#subject;
    const [rules, open] = await database.tenant(
      compId,
      async (trx) => [await enabledAlarms(trx, compId, subject), await openEvents(trx, compId, subject)] as const,
    );
    const groups =
      rules.length > 0
        ? await this.#figures(
            compId,
            rules.some((rule) => figures.some(({ id, day }) => day && id === rule.figure)),
          )
        : [];
    const now = clock.now();
    const keys = new Map(open.map(({ id, alarmId, groupId }) => [keyOf(alarmId, groupId), id]));
    const { since, raised, over } = lookAt(
      rules,
      groups,
      this.#since.get(compId) ?? new Map(),
      new Set(keys.keys()),
      now,
    );
    this.#since.set(compId, since);
    if (over.length > 0)
      await database.tenant(compId, async (trx) => {
        for (const key of over) await closeEvent(trx, compId, keys.get(key) ?? "", new Date(now));
        await forgetEvents(trx, compId, new Date(now - keptMs));
      });
    for (const each of raised) await tell(this.#deps, this.#subject, compId, each, now);
    if (rules.length === 0) this.#since.delete(compId);
    return rules.length;
  }
}
