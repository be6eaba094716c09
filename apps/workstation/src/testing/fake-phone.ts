import type {
  CallEvents,
  MediaSample,
  MicrophonePort,
  OpenPhone,
  Phone,
  PhoneCall,
  PhoneConfig,
  PhoneEvents,
  SpeakerPort,
} from "../softphone/ports.ts";

export class FakeCall implements PhoneCall {
  readonly callId: string;
  readonly from = "13800001111";
  readonly fromName = "";
  readonly autoAnswer: boolean;
  readonly log: string[] = [];
  private enabled = true;
  next: MediaSample | undefined = { received: 0, lost: 0, jitter: 0.001 };

  constructor(callId: string, autoAnswer = false) {
    this.callId = callId;
    this.autoAnswer = autoAnswer;
  }

  answer(): void {
    this.log.push("answer");
  }
  hangup(): void {
    this.log.push("hangup");
  }
  busy(): void {
    this.log.push("busy");
  }
  sendDigits(digits: string): boolean {
    this.log.push(`digits ${digits}`);
    return true;
  }
  setMuted(muted: boolean): void {
    this.enabled = !muted;
  }
  muted(): boolean {
    return !this.enabled;
  }
  path = true;
  connected(): boolean {
    return this.path;
  }
  sample(): Promise<MediaSample | undefined> {
    return Promise.resolve(this.next);
  }
}

/** JsSIP's place: one registered user agent. */
export class FakePhone implements Phone {
  readonly config: PhoneConfig;
  readonly events: PhoneEvents;
  readonly log: string[] = [];
  readonly placed: { number: string; call: FakeCall; events: CallEvents }[] = [];
  private up = false;

  constructor(config: PhoneConfig, events: PhoneEvents) {
    this.config = config;
    this.events = events;
  }

  accept(): void {
    this.up = true;
    this.events.state("up");
  }
  lose(): void {
    this.up = false;
    this.events.state("down");
  }
  ring(call: FakeCall): CallEvents {
    return this.events.incoming(call);
  }
  isRegistered(): boolean {
    return this.up;
  }
  renew({ password }: PhoneConfig): void {
    this.log.push(`renew ${password}`);
  }
  register(): void {
    this.log.push("register");
  }
  call(number: string, _stream: MediaStream, events: CallEvents): PhoneCall {
    const call = new FakeCall("");
    this.placed.push({ number, call, events });
    return call;
  }
  stop(): void {
    this.up = false;
    this.log.push("stop");
  }
  abandon(): void {
    this.up = false;
    this.log.push("abandon");
  }
}

export class FakeSipPhone {
  readonly phones: FakePhone[] = [];
  readonly open: OpenPhone = (config, events) => {
    const phone = new FakePhone(config, events);
    this.phones.push(phone);
    return phone;
  };
  get phone(): FakePhone {
    return this.phones.at(-1)!;
  }
}

export class FakeMicrophone implements MicrophonePort {
  allowed = true;
  opened = 0;
  closed = 0;
  open(): Promise<MediaStream> {
    if (!this.allowed) return Promise.reject(new Error("NotAllowedError"));
    this.opened += 1;
    return Promise.resolve({} as MediaStream);
  }
  close(): void {
    this.closed += 1;
  }
  get on(): boolean {
    return this.opened > this.closed;
  }
}

export class FakeSpeaker implements SpeakerPort {
  loud = 1;
  readonly played: unknown[] = [];
  silenced = 0;
  play(track: MediaStreamTrack): void {
    this.played.push(track);
  }
  volume(share: number): void {
    this.loud = share;
  }
  silence(): void {
    this.silenced += 1;
  }
}
