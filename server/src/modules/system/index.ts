/** The installation itself: its cryptography, its settings and the people of the demonstration. The only face of this module. */
export { createSealer, extensionSealContext, SealBroken, sealerOf, type Sealer } from "./seal.ts";
export { hashPassword, verifyPassword } from "./hash.ts";
export { randomPassword } from "./random-password.ts";
export {
  demoAccessNumber,
  demoChatSite,
  demoContacts,
  demoDirectNumber,
  demoCustomerForm,
  demoCustomers,
  demoDuplicates,
  demoTags,
  demoViews,
  demoPrompts,
  demoVoiceFlow,
  demoCustomStatuses,
  demoEnterprise,
  demoGroup,
  demoHours,
  demoFollowUp,
  demoAutomation,
  demoOrderFlow,
  demoOrderTargets,
  demoOrderForm,
  demoPassword,
  demoPeople,
  demoRoles,
  demoSkillGroup,
  operator as demoOperator,
} from "./demo.ts";
export { claimSetting, lockSeed, readSetting, writeSettingOnce } from "./settings-repository.ts";
export { commonPasswordMessage, isCommonPassword } from "./common-passwords.ts";
