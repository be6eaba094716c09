/** Who sends this request? Digest against the directory, asked anew each time, so that a revoked credential is dead at once. */
import { randomBytes } from "node:crypto";
import type { IncomingRequestMessage } from "sip.js/lib/core/index.js";
import type { SipCredential, SwitchDirectory } from "../../../../ports/switch.ts";
import type { Clock } from "../../../../ports/clock.ts";
import type { Logger } from "../../../../ports/logger.ts";
import { challenge, parseDigest, proves, type NonceBook } from "./digest.ts";
import { Throttle } from "./throttle.ts";

export type Verdict =
  | { readonly kind: "known"; readonly credential: SipCredential }
  | { readonly kind: "challenge"; readonly header: string }
  | { readonly kind: "refused"; readonly status: 403 | 503; readonly header?: string };

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

  async check(message: IncomingRequestMessage, applicant: Applicant): Promise<Verdict> {
    const header = message.getHeader("authorization") ?? message.getHeader("proxy-authorization");
    const answer = header === undefined ? undefined : parseDigest(header);
    if (!answer || answer.realm !== this.realm) return this.challenge(applicant, false);
    const key = `${applicant.remoteAddress} ${answer.username}`;
    const wait = this.throttle.admit(key, this.clock.now());
    if (wait === undefined) return { kind: "refused", status: 503, header: "Retry-After: 10" };
    if (wait > 0) await new Promise<void>((resolve) => this.clock.after(wait, resolve));
    const use = applicant.nonces.use(answer, this.clock.now());
    if (use !== "ok") return this.challenge(applicant, use === "stale");
    const credential = (await this.known(answer.username)).find(
      ({ user, password }) => proves(answer, message.method, password) && user === answer.username,
    );
    if (credential) {
      this.throttle.succeeded(key);
      return { kind: "known", credential };
    }
    this.throttle.failed(key, this.clock.now());
    this.logger.warn({ remoteAddress: applicant.remoteAddress }, "SIP sign-in failed");
    return { kind: "refused", status: 403 };
  }

  /** Credentials were withdrawn: what is being looked up may be older. */
  withdrawn(): void {
    this.epoch += 1;
  }

  /** Never empty: an unknown user takes the same way as a wrong password, the answer must not tell which it was. */
  private async known(user: string): Promise<readonly SipCredential[]> {
    for (;;) {
      const { epoch } = this;
      const found = await this.directory.credentials(user);
      if (epoch !== this.epoch) continue;
      return found.length > 0 ? found : [{ user: "", password: randomBytes(16).toString("hex"), mayCall: false }];
    }
  }

  private challenge(applicant: Applicant, stale: boolean): Verdict {
    const nonce = applicant.nonces.issue(randomBytes(18).toString("base64url"), this.clock.now());
    return { kind: "challenge", header: `WWW-Authenticate: ${challenge(this.realm, nonce, stale)}` };
  }
}
