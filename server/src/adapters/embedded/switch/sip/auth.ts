/** Who sends this request? Digest against the directory, asked anew each time, so that a revoked credential is dead at once. */
import { randomBytes } from "node:crypto";
import type { IncomingRequestMessage, ResponseOptions } from "sip.js/lib/core/index.js";
import type { SipCredential, SwitchDirectory } from "../../../../ports/switch.ts";
import type { Clock } from "../../../../ports/clock.ts";
import type { Logger } from "../../../../ports/logger.ts";
import { challenge, parseDigest, proves, type NonceBook } from "./digest.ts";
import { Throttle } from "./throttle.ts";

export type Verdict =
  | { readonly kind: "known"; readonly credential: SipCredential }
  | { readonly kind: "challenge"; readonly header: string }
  | { readonly kind: "refused"; readonly status: 403 | 503; readonly header?: string };

/** The reply to who is not known. */
export const refusalBy = (verdict: Exclude<Verdict, { readonly kind: "known" }>): ResponseOptions => {
  const statusCode = verdict.kind === "challenge" ? 401 : verdict.status;
  return { statusCode, ...(verdict.header === undefined ? {} : { extraHeaders: [verdict.header] }) };
};

/** What a socket brings to its authentication. */
export interface Applicant {
  readonly remoteAddress: string;
  readonly nonces: NonceBook;
}

export class Authenticator {
  private readonly directory: SwitchDirectory;
  private readonly realm: string;
  private readonly clock: Clock;
  private readonly logger: Logger;
  private readonly throttle = new Throttle();
  private epoch = 0;

  constructor(directory: SwitchDirectory, realm: string, clock: Clock, logger: Logger) {
    this.directory = directory;
    this.realm = realm;
    this.clock = clock;
    this.logger = logger;
  }

  /** `act` runs in the very turn of the decision: what is withdrawn after it finds what `act` did. */
  async check(message: IncomingRequestMessage, applicant: Applicant, act: (verdict: Verdict) => void): Promise<void> {
    const header = message.getHeader("authorization") ?? message.getHeader("proxy-authorization");
    const answer = header === undefined ? undefined : parseDigest(header);
    if (!answer || answer.realm !== this.realm) return act(this.challenge(applicant, false));
    const key = `${applicant.remoteAddress} ${answer.username}`;
    const wait = this.throttle.admit(key, this.clock.now());
    if (wait === undefined) return act({ kind: "refused", status: 503, header: "Retry-After: 10" });
    if (wait > 0) await new Promise<void>((resolve) => this.clock.after(wait, resolve));
    const use = applicant.nonces.use(answer, this.clock.now());
    if (use !== "ok") return act(this.challenge(applicant, use === "stale"));
    let epoch: number;
    let found: readonly SipCredential[];
    do {
      ({ epoch } = this);
      found = await this.directory.credentials(answer.username);
    } while (epoch !== this.epoch);
    const credential = orNobody(found).find(
      ({ user, password }) => proves(answer, message.method, password) && user === answer.username,
    );
    if (credential) {
      this.throttle.succeeded(key);
      return act({ kind: "known", credential });
    }
    this.throttle.failed(key, this.clock.now());
    this.logger.warn({ remoteAddress: applicant.remoteAddress }, "SIP sign-in failed");
    act({ kind: "refused", status: 403 });
  }

  /** Credentials were withdrawn: what is being looked up may be older. */
  withdrawn(): void {
    this.epoch += 1;
  }

  private challenge(applicant: Applicant, stale: boolean): Verdict {
    const nonce = applicant.nonces.issue(randomBytes(18).toString("base64url"), this.clock.now());
    return { kind: "challenge", header: `WWW-Authenticate: ${challenge(this.realm, nonce, stale)}` };
  }
}

/** Never empty: an unknown user takes the same way as a wrong password, the answer must not tell which it was. */
const orNobody = (found: readonly SipCredential[]): readonly SipCredential[] =>
  found.length > 0 ? found : [{ user: "", password: randomBytes(16).toString("hex"), mayCall: false }];
