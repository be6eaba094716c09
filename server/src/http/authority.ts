/** Who may call: the contract's permission against the session, before the body is read. */
import { timingSafeEqual } from "node:crypto";
import {
  AppError,
  browserClient,
  type Endpoint,
  type ErrorName,
  type Permission,
  isOperator,
} from "@liantai/api/contract";
import type { Caller } from "./routes.ts";

/** Keys that publish versions of apps (modules/versions). */
export interface Publishers {
  /** Who publishes with this key; throws AppError. */
  resolve(key: string, address: string): Promise<Caller>;
}

/** Where a request came from. */
export interface Origin {
  readonly address: string;
  /** Over HTTPS, or from this machine without anybody between. */
  readonly secure: boolean;
}

/** What the auth module gives. */
export interface Authority {
  readonly sessions: { resolve(accessToken: string): Promise<Caller | { readonly refused: ErrorName }> };
  /** Whether the caller's role was granted a button (category-1 menu code). */
  mayPress(caller: Caller, button: string): Promise<boolean>;
  /** Whether the caller's role was granted one of these pages (paths of tabs.ts). Without it nobody has any. */
  maySee?(caller: Caller, pages: readonly string[]): Promise<boolean>;
  /** Whether the caller's role has a business permission (key of businessPurviews). Without it nobody has any. */
  mayDo?(caller: Caller, purview: string): Promise<boolean>;
  /** Without it no key opens anything. */
  readonly publishers?: Publishers;
}

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]{16,512})$/i;
const basic = /^Basic ([A-Za-z0-9+/=]{1,512})$/i;

const clientCredentials = Buffer.from(`${browserClient.id}:${browserClient.secret}`);

function checkClient(header: string | undefined): void {
  const given = Buffer.from(basic.exec(header ?? "")?.[1] ?? "", "base64");
  if (given.length !== clientCredentials.length || !timingSafeEqual(given, clientCredentials))
    throw new AppError("badClient");
}

/** A key that travelled in the open is not even looked up. */
async function checkPublishKey(
  header: string | undefined,
  { publishers }: Authority,
  { address, secure }: Origin,
): Promise<Caller> {
  if (!secure) throw new AppError("keyNeedsHttps");
  const key = bearer.exec(header ?? "")?.[1];
  if (!key || !publishers) throw new AppError("badPublishKey");
  return publishers.resolve(key, address);
}

async function checkSession(header: string | undefined, { sessions }: Authority): Promise<Caller> {
  const token = bearer.exec(header ?? "")?.[1];
  if (!token) throw new AppError("noSession");
  const found = await sessions.resolve(token);
  if ("refused" in found) throw new AppError(found.refused);
  return found;
}

function checkHeld(caller: Caller, { openWhile }: Pick<Endpoint, "openWhile">): Caller {
  if (caller.held !== undefined && !openWhile?.includes(caller.held))
    throw new AppError(caller.held === "password" ? "passwordOverdue" : "totpDue");
  return caller;
}

/**
 * Everything the permission asks for (console.md section 6); an operator inside an enterprise has it all there. Throws AppError
 * 'forbidden'.
 */
export async function checkRole(
  caller: Caller,
  permission: Extract<Permission, { kind: "roles" }>,
  { mayPress, maySee, mayDo }: Pick<Authority, "mayPress" | "maySee" | "mayDo">,
): Promise<void> {
  const { page, button, operate, account, purview } = permission;
  if (!permission.roles.includes(caller.roleType)) throw new AppError("forbidden");
  if (caller.entered === true) return;
  // Operators' keys without an enterprise's button: nobody of the enterprise itself.
  if (operate !== undefined && button === undefined && !isOperator(caller)) throw new AppError("forbidden");
  if (page !== undefined && (await maySee?.(caller, page)) !== true) throw new AppError("forbidden");
  if (button !== undefined && !(await mayPress(caller, button))) throw new AppError("forbidden");
  // A key of empowerJson, or the operator flag. Enterprises have buttons instead.
  if (operate !== undefined && isOperator(caller) && !caller.operator && caller.empower[operate] !== true)
    throw new AppError("forbidden");
  // A key of empowerJson, or the system flag.
  if (account !== undefined && caller.isSys !== true && caller.empower[account] !== true)
    throw new AppError("forbidden");
  if (purview !== undefined && (await mayDo?.(caller, purview)) !== true) throw new AppError("forbidden");
}

/** Throws AppError; undefined where nobody needs to be signed in. */
export async function admit(
  endpoint: Pick<Endpoint, "permission" | "openWhile">,
  authorization: string | undefined,
  authority: Authority,
  origin: Origin,
): Promise<Caller | undefined> {
  const { permission } = endpoint;
  switch (permission.kind) {
    case "public":
      return undefined;
    case "client":
      checkClient(authorization);
      return undefined;
    case "publishKey":
      return checkPublishKey(authorization, authority, origin);
    case "session":
      return checkHeld(await checkSession(authorization, authority), endpoint);
    case "roles": {
      const caller = checkHeld(await checkSession(authorization, authority), endpoint);
      await checkRole(caller, permission, authority);
      return caller;
    }
  }
}
