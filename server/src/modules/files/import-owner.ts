/** Whose an import is: what of his request outlives it, and how he stands when it goes on. */
import { AppError } from "@liantai/api/contract";
import { checkRole } from "../../http/authority.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { AuthModule } from "../auth/index.ts";
import type { Sealer } from "../system/index.ts";
import type { AttemptDeps, Registered } from "./import-attempts.ts";
import type { ImportJobRow } from "./import-repository.ts";
import type { Attempt } from "./repository.ts";

const goneText = "账号已停用或删除，导入已停止";

/** As much of a request's context as outlives it. */
interface StoredContext extends Pick<RequestContext, "address" | "device" | "requestId"> {
  readonly caller: Omit<Caller, "companies">;
  readonly module: string | undefined;
  /** Which of the owner's sockets asked. */
  readonly socketId?: string | undefined;
}

export interface OwnerDeps {
  readonly auth: Pick<AuthModule, "standing" | "mayPress" | "maySee" | "mayDo">;
  readonly sealer: Sealer;
  readonly sources: ReadonlyMap<string, Registered>;
}

/** What the secret of a job is sealed for. */
export const sealedFor = ({ compId, id }: Pick<Attempt, "compId" | "id">): string => `import/${compId}/${id}`;

export function createOwners({ auth, sealer, sources }: OwnerDeps): Pick<AttemptDeps, "owner" | "renewed"> {
  const owner: AttemptDeps["owner"] = async ({ kind, compId, context, params }) => {
    const from = (context as StoredContext).caller;
    const now = await auth.standing(from.userId, from.compId);
    if (!now) throw new AppError("refused", goneText);
    const caller = { ...from, ...now };
    const { right, still } = sources.get(kind)!;
    if (right.kind === "roles") await checkRole(caller, right, auth);
    await still?.(caller, compId, params);
    return caller;
  };
  const renewed: AttemptDeps["renewed"] = async (job) => {
    const context = restored(job.context as StoredContext, await owner(job));
    const secret = job.secret === null ? undefined : sealer.unseal(job.secret, sealedFor(job));
    const spec = await sources.get(job.kind)!.prepare({ context, compId: job.compId, params: job.params, secret });
    return { spec, context };
  };
  return { owner, renewed };
}

export function stored(
  { caller: { companies: _companies, ...caller }, address, device, requestId, headers }: RequestContext,
  socketId: string | undefined,
) {
  return { caller, address, device, requestId, module: headers["module"], socketId } satisfies StoredContext;
}

/** Who is told of a job. */
export const toldOf = ({ ownerId, context }: ImportJobRow) => ({
  accountId: ownerId,
  socketId: (context as StoredContext).socketId,
});

function restored(from: StoredContext, caller: Caller): RequestContext {
  const { address, device, requestId, module } = from;
  return {
    caller,
    address,
    device,
    requestId,
    origin: "",
    files: [],
    setHeader: () => undefined,
    headers: { module },
  };
}
