/** sipp (Debian: sip-tester) as the far side of a trunk: one process, one scenario, one address of loopback. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { boundToParent } from "../bound-process.ts";

const BINARY = "/usr/bin/sipp";

/** One line of a scenario's script. */
export type Step =
  /** A response to the INVITE, with sound described where `sound`; `extra`: whole header lines. */
  | { readonly say: string; readonly sound?: boolean; readonly extra?: readonly string[] }
  | { readonly wait: number }
  /** Any time between the two, ms. */
  | { readonly waitBetween: readonly [least: number, most: number] }
  /** With this probability these are the rest. */
  | { readonly sometimes: number; readonly steps: readonly Step[] }
  /** A request comes; the ones in a dialogue are answered 200. */
  | { readonly hear: "ACK" | "BYE" | "CANCEL" }
  /** We hang up. */
  | { readonly bye: readonly string[] };

/** port: of the audio, in sipp's own words. */
const sdp = (port = "[auto_media_port]"): readonly string[] => [
  "v=0",
  "o=sipp 1 1 IN IP[local_ip_type] [local_ip]",
  "s=-",
  "c=IN IP[media_ip_type] [media_ip]",
  "t=0 0",
  `m=audio ${port} RTP/AVP 8 101`,
  "a=rtpmap:8 PCMA/8000",
  "a=rtpmap:101 telephone-event/8000",
  "a=fmtp:101 0-15",
];

const message = (lines: readonly string[], body: readonly string[] = []): string =>
  [
    "<send><![CDATA[",
    "",
    ...lines,
    ...(body.length > 0 ? ["Content-Type: application/sdp"] : []),
    `Content-Length: ${body.length > 0 ? "[len]" : 0}`,
    "",
    ...body,
    "]]></send>",
  ].join("\n");

const response = (
  status: string,
  { sound = false, extra = [] }: Partial<Extract<Step, { say: string }>> = {},
  port?: string,
) =>
  message(
    [
      `SIP/2.0 ${status}`,
      "[last_Via:]",
      "[last_From:]",
      "[last_To:];tag=[pid]x[call_number]",
      "[last_Call-ID:]",
      "[last_CSeq:]",
      "Contact: <sip:[local_ip]:[local_port];transport=[transport]>",
      ...extra,
    ],
    sound ? sdp(port) : [],
  );

const inDialogue = message([
  "SIP/2.0 200 OK",
  "[last_Via:]",
  "[last_From:]",
  "[last_To:]",
  "[last_Call-ID:]",
  "[last_CSeq:]",
]);

function xmlOf(step: Step, port?: string): string {
  if ("say" in step) return response(step.say, step, port);
  if ("wait" in step) return `<pause milliseconds="${step.wait}"/>`;
  if ("waitBetween" in step)
    return `<pause distribution="uniform" min="${step.waitBetween[0]}" max="${step.waitBetween[1]}"/>`;
  if ("sometimes" in step) return `<nop next="10" chance="${step.sometimes}"/>`;
  if ("hear" in step) return `<recv request="${step.hear}"/>${step.hear === "ACK" ? "" : inDialogue}`;
  return [
    message([
      "BYE [next_url] SIP/2.0",
      "Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]",
      "From: <sip:sipp@[local_ip]:[local_port]>;tag=[pid]x[call_number]",
      "To: [$1]",
      "[last_Call-ID:]",
      "CSeq: 2 BYE",
      "Max-Forwards: 70",
      ...step.bye,
    ]),
    `<recv response="200"/>`,
  ].join("\n");
}

const document = (body: readonly string[]): string =>
  [
    `<?xml version="1.0" encoding="ISO-8859-1" ?>`,
    `<!DOCTYPE scenario SYSTEM "sipp.dtd">`,
    `<scenario name="liantai">`,
    ...body,
    `</scenario>`,
  ].join("\n");

interface Account {
  readonly userName: string;
  readonly password: string;
}

interface Node {
  readonly transport?: "udp" | "tcp";
  /** Says again what it hears. */
  readonly echoes?: boolean;
  /** Calls and registrations are taken from whoever proves to be this one (digest). */
  readonly account?: Account;
}

const INVITE = [
  `<recv request="INVITE" crlf="true" rrs="true"><action>`,
  `<ereg regexp=".*" search_in="hdr" header="From:" assign_to="1"/>`,
];
/** sipp looks for the proof of a 401 alone, not for that of a 407. */
const asked = response("401 Unauthorized", {
  extra: [`WWW-Authenticate: Digest realm="network",nonce="[pid]n[call_number]",algorithm=MD5`],
});

/** The next request of the dialogue, if it is who it should be; anybody else is refused, and that is all. */
const proved = (request: readonly string[], label: number, { userName, password }: Account, acked: boolean) => [
  ...request,
  `<verifyauth assign_to="2" username="${userName}" password="${password}"/></action></recv>`,
  `<nop next="${label}" test="2"/>`,
  response("403 Forbidden"),
  ...(acked ? [`<recv request="ACK"/>`] : []),
  `<nop next="8"/>`,
  `<label id="${label}"/>`,
];

/** Asked for a proof first. */
const challenged = (account: Account): readonly string[] => [
  `${INVITE.join("")}</action></recv>`,
  asked,
  `<recv request="ACK"/>`,
  ...proved(INVITE, 6, account, true),
];
const registering = (account: Account): readonly string[] => [
  `<nop next="8"/>`,
  `<label id="7"/>`,
  asked,
  ...proved([`<recv request="REGISTER"><action>`], 5, account, false),
  response("200 OK", { extra: ["Expires: 600"] }),
];

/** What becomes of a call with some probability: once a scenario. */
const elsewhere = (steps: readonly Step[]): readonly string[] =>
  steps.flatMap((step) =>
    "sometimes" in step ? [`<nop next="8"/>`, `<label id="10"/>`, ...step.steps.map((each) => xmlOf(each))] : [],
  );

/** OPTIONS is answered as well: that is how Asterisk finds out whether the node is there. */
const answering = (steps: readonly Step[], { account, echoes }: Node): string =>
  document([
    `<recv request="OPTIONS" optional="true" next="9"/>`,
    ...(account ? [`<recv request="REGISTER" optional="true" next="7"/>`] : []),
    ...(account ? challenged(account) : [`${INVITE.join("")}</action></recv>`]),
    // What sipp says again it hears at the one port it was told.
    ...steps.map((step) => xmlOf(step, echoes ? "[media_port]" : undefined)),
    ...elsewhere(steps),
    ...(account ? registering(account) : []),
    `<nop next="8"/>`,
    `<label id="9"/>`,
    response("200 OK"),
    `<label id="8"/>`,
    `<Reference variables="${account ? "1,2" : "1"}"/>`,
  ]);

export interface Call {
  readonly from: string;
  readonly to: string;
  readonly extra?: readonly string[];
  /** From the answer to our BYE. */
  readonly talkMs: number;
}

const calling = ({ from, to, extra = [], talkMs }: Call): string =>
  document([
    message(
      [
        `INVITE sip:${to}@[remote_ip]:[remote_port] SIP/2.0`,
        "Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]",
        `From: <sip:${from}@[local_ip]:[local_port]>;tag=[pid]y[call_number]`,
        `To: <sip:${to}@[remote_ip]:[remote_port]>`,
        "Call-ID: [call_id]",
        "CSeq: 1 INVITE",
        "Contact: <sip:[local_ip]:[local_port]>",
        "Max-Forwards: 70",
        ...extra,
      ],
      sdp(),
    ),
    `<recv response="100" optional="true"/>`,
    `<recv response="180" optional="true"/>`,
    `<recv response="183" optional="true"/>`,
    `<recv response="200" rrs="true"/>`,
    message([
      "ACK [next_url] SIP/2.0",
      "Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]",
      "[last_From:]",
      "[last_To:]",
      "[last_Call-ID:]",
      "CSeq: 1 ACK",
      "Max-Forwards: 70",
    ]),
    `<pause milliseconds="${talkMs}"/>`,
    message([
      "BYE [next_url] SIP/2.0",
      "Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]",
      "[last_From:]",
      "[last_To:]",
      "[last_Call-ID:]",
      "CSeq: 2 BYE",
      "Max-Forwards: 70",
    ]),
    `<recv response="200"/>`,
  ]);

export interface Heard {
  /** Epoch ms, by sipp's clock. */
  readonly at: number;
  readonly sent: boolean;
  readonly text: string;
}

export class Sipp {
  readonly address: string;
  private readonly child: ChildProcess;
  private readonly trace: string;
  /** Of its process, when it has ended. */
  readonly code: Promise<number | null>;

  private constructor(address: string, folder: string, name: string, more: readonly string[]) {
    this.address = address;
    this.trace = join(folder, `${name}.msg`);
    if (!existsSync(BINARY)) throw new Error("sipp is not on this machine: install it (Debian: sip-tester)");
    const [host = "", port = ""] = address.split(":");
    const scenario = ["-sf", join(folder, `${name}.xml`), "-i", host, "-p", port];
    const traced = ["-nostdin", "-trace_msg", "-message_file", this.trace];
    this.child = spawn(...boundToParent(BINARY, [...scenario, ...traced, ...more]), { stdio: "ignore", cwd: folder });
    this.code = new Promise((resolve) => this.child.once("exit", resolve));
  }

  /** Takes every call by the same steps. */
  static async answers(
    folder: string,
    name: string,
    address: string,
    steps: readonly Step[],
    node: Node = {},
  ): Promise<Sipp> {
    await writeFile(join(folder, `${name}.xml`), answering(steps, node));
    const more = [
      node.transport === "tcp" ? ["-t", "t1"] : [],
      node.echoes ? ["-rtp_echo", "-mi", address.split(":")[0] ?? ""] : [],
    ];
    return new Sipp(address, folder, name, more.flat());
  }

  /** Calls once. */
  static async calls(folder: string, name: string, address: string, to: string, call: Call): Promise<Sipp> {
    await writeFile(join(folder, `${name}.xml`), calling(call));
    return new Sipp(address, folder, name, [to, "-m", "1", "-timeout", "20s"]);
  }

  /** What passed so far, OPTIONS left out. */
  async messages(): Promise<readonly Heard[]> {
    const text = await readFile(this.trace, "utf8").catch(() => "");
    return [
      ...text.matchAll(
        /^-{20,} (\S+)[ T]([\d:.]+)[^\n]*\n\w+ message (received|sent)[^\n]*\n([\s\S]*?)(?=^-{20,} |(?![\s\S]))/gm,
      ),
    ]
      .map(([, day = "", time = "", way, body = ""]) => ({
        at: Date.parse(`${day}T${time}Z`),
        sent: way === "sent",
        text: body.trim(),
      }))
      .filter(({ text: body }) => !/^CSeq: \d+ OPTIONS/m.test(body));
  }

  async end(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.code;
  }
}
