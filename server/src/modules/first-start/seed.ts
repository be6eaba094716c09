/**
 * What a first start finds: a demonstration where it is safe (HOST on loopback, or DEMO_PASSWORD given), elsewhere one
 * operator with a random password. One transaction, once an installation.
 */
import { formUserName, RoleType } from "@liantai/api/contract";
import { contactFormId, contactFormName } from "@liantai/api/contract/workorder";
import { defaultFields } from "@liantai/api/forms";
import { isLoopback } from "../../http/address.ts";
import type { Ports } from "../../ports/index.ts";
import type { Clock, Random } from "../../ports/clock.ts";
import type { Trx } from "../../ports/database.ts";
import { insertAccounts } from "../auth/index.ts";
import { seedAutomation } from "../automation/index.ts";
import { insertChatSite } from "../chats/index.ts";
import { insertEnterprise } from "../enterprises/index.ts";
import { seedFollowUpSetting } from "../followups/index.ts";
import { demoFlow, seedFlow as seedVoiceFlow, seedPrompt } from "../flows/index.ts";
import { seedForm, seedLevels } from "../forms/index.ts";
import { seedSkillGroup, seedSkillGroupMember } from "../groups/index.ts";
import { insertNumber, insertTimeRule } from "../numbers/index.ts";
import { grantDefaultMenus, insertRole, syncMenus } from "../organisation/index.ts";
import { seedFlow, seedTargets } from "../workorders/index.ts";
import { seedCustomStatus, seedMonitor, seedSeat, seedSeatGroup } from "../seats/index.ts";
import {
  claimSetting,
  demoAccessNumber,
  demoChatSite,
  demoContacts,
  demoDirectNumber,
  demoCustomerForm,
  demoCustomers,
  demoCustomStatuses,
  demoEnterprise,
  demoFollowUp,
  demoGroup,
  demoHours,
  demoAutomation,
  demoOrderFlow,
  demoOrderTargets,
  demoOrderForm,
  demoOperator as operator,
  demoPassword,
  demoDuplicates,
  demoPeople,
  demoTags,
  demoPrompts,
  demoViews,
  demoVoiceFlow,
  demoRoles,
  demoSkillGroup,
  extensionSealContext,
  hashPassword,
  lockSeed,
  randomPassword,
  readSetting,
  type Sealer,
} from "../system/index.ts";

export interface SeedOptions {
  readonly host: string;
  /** DEMO_PASSWORD. */
  readonly demoPassword?: string | undefined;
}

export type SeedResult =
  /** Seeded before: nothing was done. */
  | { readonly kind: "none" }
  /** Now or before: the demonstration stands; the password is shown only on the start that made it. */
  | { readonly kind: "demo"; readonly password: string }
  /** The operator's password, to print once: it is stored nowhere in plain text. */
  | { readonly kind: "operator"; readonly password: string };

const done = "seed.done";
const sealCheck = "seal.check";

/** Throws when this process holds another installation key than the one the database was sealed with. */
async function proveSealer(trx: Trx, sealer: Sealer): Promise<void> {
  const kept = await readSetting(trx, sealCheck);
  if (kept === undefined) await claimSetting(trx, sealCheck, sealer.seal(sealCheck, sealCheck));
  else if (!opens(sealer, kept))
    throw new Error(
      "DATA_DIR/keys/installation.key is not the key this database was set up with: copy the original file there",
    );
}

function opens(sealer: Sealer, kept: unknown): boolean {
  try {
    return typeof kept === "string" && sealer.unseal(kept, sealCheck) === sealCheck;
  } catch {
    return false;
  }
}

/** After migrations, before modules start. Idempotent. */
export async function seed(
  ports: Pick<Ports, "database" | "random" | "clock">,
  sealer: Sealer,
  options: SeedOptions,
): Promise<SeedResult> {
  const { database, random, clock } = ports;
  const chosen = options.demoPassword ?? (isLoopback(options.host) ? demoPassword : undefined);
  const password = chosen ?? randomPassword(random);
  // system: the seed makes the first enterprise and the operators, who have none.
  return database.system(async (trx): Promise<SeedResult> => {
    await lockSeed(trx);
    await proveSealer(trx, sealer);
    if ((await readSetting(trx, done)) !== undefined) return { kind: "none" };
    const context: Context = {
      trx,
      random,
      clock,
      sealer,
      hash: await hashPassword(password),
      at: new Date(clock.now()),
    };
    await syncMenus(trx);
    await seedOperator(context);
    if (chosen !== undefined) await seedDemo(context);
    const kind = chosen === undefined ? "operator" : "demo";
    await claimSetting(trx, done, { kind, at: context.at.toISOString() });
    return { kind, password };
  });
}

interface Context {
  readonly trx: Trx;
  readonly random: Random;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly hash: string;
  readonly at: Date;
}

async function seedRole({ trx, random }: Context, compId: string, roleType: number, name: string): Promise<string> {
  const role = {
    id: random.id(),
    compId,
    name,
    kind: roleType === RoleType.operator ? "operator" : "enterprise",
    roleType,
  };
  await insertRole(trx, role);
  await grantDefaultMenus(trx, role);
  return role.id;
}

async function seedOperator(context: Context): Promise<void> {
  const { trx, random, hash, at } = context;
  const { code, roleType, account, nickName, roleName } = operator;
  const roleId = await seedRole(context, code, roleType, roleName);
  await insertAccounts(trx, [
    {
      id: random.id(),
      compId: code,
      roleType,
      account,
      userName: formUserName(code, roleType, account),
      nickName,
      passwordHash: hash,
      passwordChangedAt: at,
      roleId,
      agentId: null,
      groupId: null,
      isSys: 1,
      isSuper: 1,
      operator: 1,
      empower: JSON.stringify({}),
    },
  ]);
}

async function seedDemo(context: Context): Promise<void> {
  const { trx, random, sealer, hash, at } = context;
  const compId = demoEnterprise.compId;
  await insertEnterprise(trx, {
    compId,
    name: demoEnterprise.name,
    hiddenGlobalPhone: 1,
    isShowForm: 1,
    reminderCycle: 90,
  });
  const roleIds = new Map<number, string>();
  for (const role of demoRoles) roleIds.set(role.roleType, await seedRole(context, compId, role.roleType, role.name));
  const groupId = random.id();
  await seedSeatGroup(trx, { compId, id: groupId, parentId: null, name: demoGroup });
  for (const [sort, status] of demoCustomStatuses.entries())
    await seedCustomStatus(trx, { compId, id: random.id(), sort, ...status });
  const skillGroupId = random.id();
  await seedSkillGroup(trx, { compId, id: skillGroupId, ...demoSkillGroup });
  const owners: { ownerId: string; ownerName: string; groupId: string }[] = [];
  for (const { roleType, account, nickName } of demoPeople) {
    const id = random.id();
    if (roleType === RoleType.agent) owners.push({ ownerId: id, ownerName: nickName, groupId });
    const seated = roleType !== RoleType.administrator;
    if (seated) {
      const seat = { compId, agentId: account, name: nickName, terminalType: 2, extension: account, groupId };
      const sipSecret = sealer.seal(random.token(24), extensionSealContext(compId, account));
      await seedSeat(trx, seat, { extension: account, sipSecret });
    }
    if (roleType === RoleType.monitor) await seedMonitor(trx, { compId, groupId, agentId: account });
    if (roleType === RoleType.agent)
      await seedSkillGroupMember(trx, { compId, skillGroupId, agentId: account, level: 1 });
    await insertAccounts(trx, [
      {
        id,
        compId,
        roleType,
        account,
        userName: formUserName(compId, roleType, account),
        nickName,
        passwordHash: hash,
        passwordChangedAt: at,
        roleId: roleIds.get(roleType)!,
        agentId: seated ? account : null,
        groupId: seated ? groupId : null,
        isSys: roleType === RoleType.administrator ? 1 : 0,
        empower: "null",
      },
    ]);
  }
  await seedNumbers(context, skillGroupId);
  await seedForms(context, groupId, owners);
}

/** One number and a web chat lead through a flow, and one number straight to the group. */
async function seedNumbers({ trx, random, at, clock }: Context, skillGroupId: string): Promise<void> {
  const { compId } = demoEnterprise;
  const [timeRuleId, flowId] = [random.id(), random.id()];
  const { weekly, ...hours } = demoHours;
  const always = { weekly: JSON.stringify(weekly), holidays: "[]", specials: "[]" };
  await insertTimeRule(trx, { compId, id: timeRuleId, ...hours, ...always });
  const prompts = { wait: random.id(), closed: random.id(), busy: random.id() };
  for (const key of ["wait", "closed", "busy"] as const) {
    const { zh, en, ...named } = demoPrompts[key];
    const wordings = Object.entries({ zh, en }).map(([language, text]) => ({ language, text, voiceId: "" }));
    await seedPrompt(trx, compId, { id: prompts[key], versionId: random.id(), ...named, wordings, at });
  }
  const body = demoFlow(skillGroupId, prompts, { id: timeRuleId, name: hours.name });
  await seedVoiceFlow(trx, compId, { id: flowId, versionId: random.id(), ...demoVoiceFlow, body, at });
  await insertNumber(trx, { compId, ...demoAccessNumber, isDefault: 1, targetKind: "flow", targetId: flowId });
  await insertNumber(trx, { compId, ...demoDirectNumber, targetKind: "skillGroup", targetId: skillGroupId });
  await insertChatSite(
    trx,
    { compId, id: random.id(), ...demoChatSite, targetKind: "flow", targetId: flowId, timeRuleId: "", enabled: 1 },
    clock.now(),
  );
}

/** Customers who come up with a call; a form of orders with its flow and what follows it; contacts of the enterprise. */
async function seedForms(
  { trx, random, clock }: Context,
  groupId: string,
  owners: Parameters<typeof seedForm>[2]["owners"],
): Promise<void> {
  const ports = { random, clock };
  const of = { compId: demoEnterprise.compId, by: demoPeople[0]!.nickName, owners };
  const { name, popup, level } = demoCustomerForm;
  await seedForm(ports, trx, {
    ...{ ...of, formType: "customer", name, popup, records: demoCustomers },
    ...{ fields: [...defaultFields("customer"), level], tags: demoTags, views: demoViews, duplicates: demoDuplicates },
  });
  await seedLevels(ports, trx, of.compId);
  const formId = await seedForm(ports, trx, {
    ...{ ...of, formType: "workOrder", name: demoOrderForm.name, popup: demoOrderForm.popup, records: [] },
    fields: defaultFields("workOrder").map((field) =>
      // Nobody knows it before the follow-up, whose node asks for it.
      field.name === "satisfaction" ? { ...field, require: false } : field,
    ),
  });
  await seedForm(ports, trx, {
    ...{ ...of, id: contactFormId, formType: "contact", name: contactFormName, popup: demoOrderForm.popup },
    ...{ fields: defaultFields("contact"), records: demoContacts },
  });
  await seedFlow(ports, trx, { ...of, ...demoOrderFlow, formId, definition: demoOrderFlow.definition(groupId) });
  await seedFollowUpSetting(ports, trx, { compId: of.compId, formId, updatedBy: of.by, ...demoFollowUp });
  await seedAutomation(ports, trx, { ...of, ...demoAutomation, formId });
  await seedTargets(ports, trx, { ...of, formId, targets: demoOrderTargets });
}
