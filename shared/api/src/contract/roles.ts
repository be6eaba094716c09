/** The role types of console.md section 6, named once. The numbers and the letters travel and are stored. */

export const RoleType = {
  operator: 0,
  administrator: 1,
  agent: 2,
  monitor: 3,
  /** Of the telephony link; treated like an administrator everywhere. */
  linkAdministrator: 4,
} as const;
export type RoleType = (typeof RoleType)[keyof typeof RoleType];

/** Who belongs together in permissions and queries. */
export const RoleTypes = {
  operators: [0],
  administrators: [1, 4],
  seats: [2, 3],
  supervisors: [1, 3, 4],
  enterprise: [1, 2, 3, 4],
  managers: [0, 1, 4],
  all: [0, 1, 2, 3, 4],
} as const satisfies Readonly<Record<string, readonly RoleType[]>>;

type Somebody = { readonly roleType: number } | null | undefined;

export const isOperator = (who: Somebody): boolean => who?.roleType === 0;
export const isAgent = (who: Somebody): boolean => who?.roleType === 2;
export const isMonitor = (who: Somebody): boolean => who?.roleType === 3;
/** Of an enterprise. */
export const isAdministrator = (who: Somebody): boolean => who?.roleType === 1 || who?.roleType === 4;
/** Agents and monitors. */
export const isSeat = (who: Somebody): boolean => isAgent(who) || isMonitor(who);

/**
 * Who a screen or a button is for, in the letters of screens.md: Operator, enterprise Administrator, Seat agent, Monitor. The tables of
 * pages and buttons are written in them.
 */
export type Who = "O" | "A" | "S" | "M";
export const allWho: readonly Who[] = ["O", "A", "S", "M"];
export const enterpriseWho: readonly Who[] = ["A", "S", "M"];
export const isWho = (letter: string): letter is Who => "OASM".includes(letter);

/** The letter of a role type. */
export const whoOf = (roleType: number): Who => (["O", "A", "S", "M", "A"] as const)[roleType] ?? "S";
