/** REGISTER: proves the user, keeps the bindings, says who came and went. */
import type { IncomingRegisterRequest, IncomingRequestMessage } from "sip.js/lib/core/index.js";
import type { NameAddrHeader } from "sip.js/lib/grammar/index.js";
import type { Clock } from "../../../../ports/clock.ts";
import type { SipCredential, SwitchEvent } from "../../../../ports/switch.ts";
import { refusalBy, type Authenticator, type Verdict } from "./auth.ts";
import { Bindings, type Binding } from "./bindings.ts";
import type { SipSocket } from "./socket.ts";

const DEFAULT_S = 600;
const MIN_S = 10;
const MAX_S = 3_600;
/** More devices of one user than anybody has; the oldest goes. */
const MAX_INSTANCES = 10;
const MAX_HEADER = 200;

interface Contact {
  readonly raw: string;
  readonly uri: NameAddrHeader["uri"];
  readonly instance: string;
  readonly expires: number;
}

export interface RegistrarHooks {
  emit(event: SwitchEvent): void;
  /** Of every contact that is on another socket than before, before 'registered' is told. */
  back(user: string, contact: NameAddrHeader["uri"], socket: SipSocket): void;
  changed(binding: Binding<SipSocket>): void;
  gone(binding: Binding<SipSocket>): void;
}

export class Registrar {
  private readonly auth: Authenticator;
  private readonly clock: Clock;
  private readonly hooks: RegistrarHooks;
  private readonly bindings = new Bindings<SipSocket>();

  constructor(auth: Authenticator, clock: Clock, hooks: RegistrarHooks) {
    this.auth = auth;
    this.clock = clock;
    this.hooks = hooks;
  }

  register(request: IncomingRegisterRequest, socket: SipSocket): Promise<void> {
    return this.auth.check(request.message, socket, (verdict) => this.decided(request, socket, verdict));
  }

  private decided(request: IncomingRegisterRequest, socket: SipSocket, verdict: Verdict): void {
    const { message } = request;
    if (!socket.open) return;
    if (verdict.kind !== "known") return void request.reject(refusalBy(verdict));
    const { credential } = verdict;
    const { user } = credential;
    if (message.to.uri.user !== user) return void request.reject({ statusCode: 403 });
    socket.proven(credential);
    const contacts = contactsOf(message);
    if (!contacts) return void request.reject({ statusCode: 400 });
    if (message.hasHeader("X-Contact-Star")) {
      // RFC 3261 section 10.3: it takes back everything, and stands alone.
      if (contacts.length > 0 || message.getHeader("expires") !== "0") return void request.reject({ statusCode: 400 });
      this.dropUser(user);
    }
    if (contacts.some(({ expires }) => expires > 0 && expires < MIN_S)) {
      return void request.reject({ statusCode: 423, extraHeaders: [`Min-Expires: ${MIN_S}`] });
    }
    const came = contacts.filter((contact) => this.apply(contact, credential, socket, message));
    const now = this.clock.now();
    request.accept({
      statusCode: 200,
      extraHeaders: this.bindings
        .of(user, now)
        .map(({ contact, expiresAt }) => `Contact: ${contact};expires=${Math.round((expiresAt - now) / 1_000)}`),
    });
    const userAgent = agentOf(message);
    for (const { uri, instance } of came) {
      this.hooks.back(user, uri, socket);
      this.hooks.emit({ type: "registered", user, instance, userAgent });
    }
  }

  find(user: string): Binding<SipSocket> | undefined {
    return this.bindings.newest(user, this.clock.now());
  }

  /** The newest device of each user whose name begins so. */
  of(prefix: string): Binding<SipSocket>[] {
    return this.bindings.all(prefix, this.clock.now());
  }

  count(): number {
    return this.bindings.count(this.clock.now());
  }

  dropSocket(socket: SipSocket): void {
    this.say(this.bindings.remove((binding) => binding.socket === socket));
  }

  dropUser(user: string): void {
    this.say(this.bindings.remove((binding) => binding.user === user));
  }

  dropHolder(holder: string): void {
    this.say(this.bindings.remove((binding) => binding.credential.holder === holder));
  }

  /** Bindings whose user's name begins so. */
  bindingsOf(prefix: string): Binding<SipSocket>[] {
    const now = this.clock.now();
    return this.bindings.all(prefix, now).flatMap(({ user }) => this.bindings.of(user, now));
  }

  /** A process before had it. */
  takeUp(binding: Binding<SipSocket>): void {
    this.bindings.put(binding);
  }

  /** What was kept for a socket is on it. */
  join(bindings: readonly Binding<SipSocket>[], socket: SipSocket): void {
    for (const binding of bindings) {
      const there = this.bindings.of(binding.user, this.clock.now()).includes(binding);
      if (!there) continue;
      const joined = { ...binding, socket };
      this.bindings.put(joined);
      socket.proven(binding.credential);
      this.hooks.changed(joined);
    }
  }

  /** Nothing is told of it. */
  letGo(): void {
    this.bindings.remove(() => true);
  }

  /** Forgets what ran out; call it every second or two. */
  sweep(): void {
    const now = this.clock.now();
    this.say(this.bindings.remove(({ expiresAt }) => expiresAt <= now));
  }

  /** True when the device is new here, so that it is worth an event. */
  private apply(
    { raw, instance, expires }: Contact,
    credential: SipCredential,
    socket: SipSocket,
    message: IncomingRequestMessage,
  ): boolean {
    const { user } = credential;
    if (expires === 0) {
      this.say(this.bindings.remove((binding) => binding.user === user && binding.instance === instance));
      return false;
    }
    const since = this.clock.now();
    const binding = {
      user,
      instance,
      contact: raw,
      socket,
      userAgent: agentOf(message),
      since,
      credential,
      expiresAt: Math.min(since + expires * 1_000, credential.expiresAt ?? Number.POSITIVE_INFINITY),
    };
    const fresh = this.bindings.put(binding);
    this.hooks.changed(binding);
    const [oldest, ...rest] = this.bindings.of(user, since);
    if (oldest && rest.length >= MAX_INSTANCES) this.say(this.bindings.remove((binding) => binding === oldest));
    return fresh;
  }

  private say(gone: readonly Binding<SipSocket>[]): void {
    for (const binding of gone) {
      const { user, instance } = binding;
      this.hooks.gone(binding);
      this.hooks.emit({ type: "unregistered", user, instance });
    }
  }
}

const agentOf = (message: IncomingRequestMessage): string =>
  (message.getHeader("user-agent") ?? "").slice(0, MAX_HEADER);

/** Undefined when one of them makes no sense. */
function contactsOf(message: IncomingRequestMessage): Contact[] | undefined {
  const contacts: Contact[] = [];
  const header = message.getHeader("expires");
  for (let i = 0; i < message.getHeaders("contact").length; i++) {
    const parsed = message.parseHeader("contact", i) as NameAddrHeader | undefined;
    if (!parsed?.uri) return undefined;
    const expires = Number(parsed.getParam("expires") ?? header ?? DEFAULT_S);
    if (!Number.isInteger(expires) || expires < 0) return undefined;
    const uri = parsed.uri.toRaw();
    const instance = parsed.getParam("+sip.instance")?.replace(/^"?<?|>?"?$/g, "");
    parsed.deleteParam("expires");
    contacts.push({
      raw: parsed.toString(),
      uri: parsed.uri,
      instance: (instance || uri).slice(0, MAX_HEADER),
      expires: Math.min(expires, MAX_S),
    });
  }
  return contacts;
}
