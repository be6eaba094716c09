/** Digest towards Asterisk (RFC 2617, RFC 3261 section 22) that keeps the last challenge: a call's INVITE is not answered 401 first. */
import { DigestAuthentication, type LoggerFactory, type OutgoingRequestMessage } from "sip.js/lib/core/index.js";

/** What sip.js read of WWW-Authenticate. */
type Challenge = Parameters<DigestAuthentication["authenticate"]>[1];

export class EdgeDigest {
  readonly #make: () => DigestAuthentication;
  /** Its digest counts the uses of the nonce. */
  #kept: { readonly challenge: Challenge; readonly digest: DigestAuthentication } | undefined;

  constructor(loggerFactory: LoggerFactory, user: string, password: string) {
    this.#make = () => new DigestAuthentication(loggerFactory, undefined, user, password);
  }

  /** What sip.js answers a challenge with. */
  answering(): DigestAuthentication {
    const digest = this.#make();
    const authenticate = digest.authenticate.bind(digest);
    digest.authenticate = (request, challenge: Challenge, body) => {
      this.#kept = { challenge, digest };
      return authenticate(request, challenge, body);
    };
    return digest;
  }

  /** Answers beforehand what was asked last. A nonce whose time is over is challenged anew, as if this had not been there. */
  sign(request: OutgoingRequestMessage): void {
    const { challenge, digest } = this.#kept ?? {};
    if (digest?.authenticate(request, challenge)) request.setHeader("authorization", digest.toString());
  }
}
