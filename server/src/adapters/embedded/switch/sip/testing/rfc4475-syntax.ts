/**
 * The messages of RFC 4475 section 3.1 (parser tests), and what this switch answers to somebody who is not signed in: a reply's
 * code by what the RFC says of each message, CHALLENGE where it is in order and needs a password, "silence" for responses
 * that belong to nothing.
 */
export type Expected = number | "silence";
export type Torture = readonly [name: string, message: string, expected: Expected];

/** One that is in order and asks for something that needs a password. */
export const CHALLENGE = 401;

export const message = (head: readonly string[], body = ""): string => `${head.join("\r\n")}\r\n\r\n${body}`;
export const sdp = (address = "192.0.2.1", times = "0 0"): string =>
  [
    "v=0",
    `o=mhandley 29739 7272939 IN IP4 ${address}`,
    "s=-",
    `c=IN IP4 ${address}`,
    `t=${times}`,
    "m=audio 49217 RTP/AVP 0 12",
    "m=video 3227 RTP/AVP 31",
    "a=rtpmap:31 LPC",
    "",
  ].join("\r\n");
const many = (word: string, times: number): string => word.repeat(times);

const wild =
  "sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*:&it+has=1,weird!*pas$wo~d_too.(doesn't-it)@example.com";
const wildMethod = "!interesting-Method0123456789_*+`.%indeed'~";

export const valid: readonly Torture[] = [
  // A To tag of a dialogue that we do not have.
  [
    "3.1.1.1 wsinv: a short tortuous INVITE",
    message(
      [
        "INVITE sip:vivekg@chair-dnrc.example.com;unknownparam SIP/2.0",
        "TO :",
        " sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n",
        'from   : "J Rosenberg \\\\\\""       <sip:jdrosen@example.com>',
        "  ;",
        "  tag = 98asjd8",
        "MaX-fOrWaRdS: 0068",
        "Call-ID: wsinv.ndaksdj@192.0.2.1",
        "Content-Length   : 150",
        "cseq: 0009",
        "  INVITE",
        "Via  : SIP  /   2.0",
        " /UDP",
        "    192.0.2.2;branch=390skdjuw",
        "s :",
        "NewFangledHeader:   newfangled value",
        " continued newfangled value",
        "UnknownHeaderWithUnusualValue: ;;,,;;,;",
        "Content-Type: application/sdp",
        "Route:",
        " <sip:services.example.com;lr;unknownwith=value;unknown-no-value>",
        "v:  SIP  / 2.0  / TCP     spindle.example.com   ;",
        "  branch  =   z9hG4bK9ikj8  ,",
        " SIP  /    2.0   / UDP  192.168.255.111   ; branch=",
        " z9hG4bK30239",
        'm:"Quoted string \\"\\"" <sip:jdrosen@example.com> ; newparam =',
        "      newvalue ;",
        "  secondparam ; q = 0.33",
      ],
      sdp("192.0.2.3"),
    ),
    481,
  ],
  [
    "3.1.1.2 intmeth: wide range of valid characters",
    message([
      `${wildMethod} ${wild} SIP/2.0`,
      "Via: SIP/2.0/TCP host1.example.com;branch=z9hG4bK-.!%66*_+`'~",
      'To: "BEL:\\\u0007 NUL:\\\u0000 DEL:\\\u007f" <sip:1_unusual.URI~(to-be!sure)&isn\'t+it$/crazy?,/;;*@example.com>',
      "From: token1~` token2'+_ token3*%!.- <sip:mundane@example.com>;fromParam''~+*_!.-%=\"работающий\";tag=_token~1'+`*%!-.",
      "Call-ID: intmeth.word%ZK-!.*_+'@word`~)(><:\\/\"][?}{",
      `CSeq: 139122385 ${wildMethod}`,
      "Max-Forwards: 255",
      "extensionHeader-!.%*+_`'~:大停電",
      "Content-Length: 0",
    ]),
    501,
  ],
  [
    "3.1.1.3 esc01: valid use of the % escaping",
    message(
      [
        "INVITE sip:sips%3Auser%40example.com@example.net SIP/2.0",
        "To: sip:%75se%72@example.com",
        "From: <sip:I%20have%20spaces@example.net>;tag=938",
        "Max-Forwards: 87",
        "i: esc01.239409asdfakjkn23onasd0-3234",
        "CSeq: 234234 INVITE",
        "Via: SIP/2.0/UDP host5.example.net;branch=z9hG4bKkdjuw",
        "C: application/sdp",
        "Contact:",
        "  <sip:cal%6Cer@host5.example.net;%6C%72;n%61me=v%61lue%25%34%31>",
        "Content-Length: 150",
      ],
      sdp(),
    ),
    CHALLENGE,
  ],
  [
    "3.1.1.4 escnull: escaped nulls in URIs",
    message([
      "REGISTER sip:example.com SIP/2.0",
      "To: sip:null-%00-null@example.com",
      "From: sip:null-%00-null@example.com;tag=839923423",
      "Max-Forwards: 70",
      "Call-ID: escnull.39203ndfvkjdasfkq3w4otrq0adsfdfnavd",
      "CSeq: 14398234 REGISTER",
      "Via: SIP/2.0/UDP host5.example.com;branch=z9hG4bKkdjuw",
      "Contact: <sip:%00@host5.example.com>",
      "Contact: <sip:%00%00@host5.example.com>",
      "L:0",
    ]),
    CHALLENGE,
  ],
  [
    "3.1.1.5 esc02: % where it escapes nothing",
    message([
      "RE%47IST%45R sip:registrar.example.com SIP/2.0",
      'To: "%Z%45" <sip:resource@example.com>',
      'From: "%Z%45" <sip:resource@example.com>;tag=f232jadfj23',
      "Call-ID: esc02.asdfnqwo34rq23i34jrjasdcnl23nrlknsdf",
      "Via: SIP/2.0/TCP host.example.com;branch=z9hG4bK209%fzsnel234",
      "CSeq: 29344 RE%47IST%45R",
      "Max-Forwards: 70",
      "Contact: <sip:alias1@host1.example.com>",
      "C%6Fntact: <sip:alias2@host2.example.com>",
      "Contact: <sip:alias3@host3.example.com>",
      "l: 0",
    ]),
    501,
  ],
  [
    "3.1.1.6 lwsdisp: no space before <",
    message([
      "OPTIONS sip:user@example.com SIP/2.0",
      "To: sip:user@example.com",
      "From: caller<sip:caller@example.com>;tag=323",
      "Max-Forwards: 70",
      "Call-ID: lwsdisp.1234abcd@funky.example.com",
      "CSeq: 60 OPTIONS",
      "Via: SIP/2.0/UDP funky.example.com;branch=z9hG4bKkdjuw",
      "l: 0",
    ]),
    200,
  ],
  [
    "3.1.1.7 longreq: long values",
    message(
      [
        "INVITE sip:user@example.com SIP/2.0",
        `To: "I have a user name of ${many("extreme", 10)} proportion"` +
          `<sip:user@example.com:6000;unknownparam1=very${many("long", 20)}value;` +
          `longparam${many("name", 25)}=shortvalue;very${many("long", 25)}ParameterNameWithNoValue>`,
        `F: sip:${many("amazinglylongcallername", 5)}@example.net;tag=12${many("982", 50)}424;` +
          `unknownheaderparam${many("name", 20)}=unknowheaderparam${many("value", 15)};unknownValueless${many("paramname", 10)}`,
        `Call-ID: longreq.one${many("really", 20)}longcallid`,
        "CSeq: 3882340 INVITE",
        `Unknown-${many("Long", 20)}-Name: unknown-${many("long", 20)}-value; ` +
          `unknown-${many("long", 20)}-parameter-name = unknown-${many("long", 20)}-parameter-value`,
        ...Array.from({ length: 33 }, (_, i) => `Via: SIP/2.0/TCP sip${33 - i}.example.com`),
        `Via: SIP/2.0/TCP host.example.com;received=192.0.2.5;branch=very${many("long", 50)}branchvalue`,
        "Max-Forwards: 70",
        `Contact: <sip:${many("amazinglylongcallername", 5)}@host5.example.net>`,
        "Content-Type: application/sdp",
        "l: 150",
      ],
      sdp(),
    ),
    CHALLENGE,
  ],
  // The second request of the same datagram is no part of the first.
  [
    "3.1.1.8 dblreq: more behind the body",
    message(
      [
        "REGISTER sip:example.com SIP/2.0",
        "To: sip:j.user@example.com",
        "From: sip:j.user@example.com;tag=43251j3j324",
        "Max-Forwards: 8",
        "I: dblreq.0ha0isndaksdj99sdfafnl3lk233412",
        "Contact: sip:j.user@host.example.com",
        "CSeq: 8 REGISTER",
        "Via: SIP/2.0/UDP 192.0.2.125;branch=z9hG4bKkdjuw23492",
        "Content-Length: 0",
      ],
      `\r\nINVITE sip:joe@example.com SIP/2.0\r\nt: sip:joe@example.com\r\n\r\n${sdp("192.0.2.15")}`,
    ),
    CHALLENGE,
  ],
  [
    "3.1.1.9 semiuri: semicolon in the user part",
    message([
      "OPTIONS sip:user;par=u%40example.net@example.com SIP/2.0",
      "To: sip:j_user@example.com",
      "From: sip:caller@example.org;tag=33242",
      "Max-Forwards: 3",
      "Call-ID: semiuri.0ha0isndaksdj",
      "CSeq: 8 OPTIONS",
      "Accept: application/sdp, application/pkcs7-mime,",
      "        multipart/mixed, multipart/signed,",
      "        message/sip, message/sipfrag",
      "Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKkdjuw",
      "l: 0",
    ]),
    200,
  ],
  [
    "3.1.1.10 transports: varied and unknown transports",
    message([
      "OPTIONS sip:user@example.com SIP/2.0",
      "To: sip:user@example.com",
      "From: <sip:caller@example.com>;tag=323",
      "Max-Forwards: 70",
      "Call-ID:  transports.kijh4akdnaqjkwendsasfdj",
      "Accept: application/sdp",
      "CSeq: 60 OPTIONS",
      "Via: SIP/2.0/UDP t1.example.com;branch=z9hG4bKkdjuw",
      "Via: SIP/2.0/SCTP t2.example.com;branch=z9hG4bKklasjdhf",
      "Via: SIP/2.0/TLS t3.example.com;branch=z9hG4bK2980unddj",
      "Via: SIP/2.0/UNKNOWN t4.example.com;branch=z9hG4bKasd0f3en",
      "Via: SIP/2.0/TCP t5.example.com;branch=z9hG4bK0a9idfnee",
      "l: 0",
    ]),
    200,
  ],
  // The signature is left out here: a method that we do not have is refused whatever it carries.
  [
    "3.1.1.11 mpart01: a MESSAGE of several parts",
    message(
      [
        "MESSAGE sip:kumiko@example.org SIP/2.0",
        "Via: SIP/2.0/UDP 127.0.0.1:5070;branch=z9hG4bK-d87543-4dade06d0bdb11ee-1--d87543-;rport",
        "Max-Forwards: 70",
        "Route: <sip:127.0.0.1:5080>",
        "Identity: r5mwreLuyDRYBi/0TiPwEsY3rEVsk/G2WxhgTV1PF7hHuLIK0YWVKZhKv9Mj8UeXqkMVbnVq37CD+813gvYjcBUaZngQmXc9WNZSDNGCzA",
        "Contact: <sip:fluffy@127.0.0.1:5070>",
        "To: <sip:kumiko@example.org>",
        "From: <sip:fluffy@example.com>;tag=2fb0dcc9",
        "Call-ID: 3d9485ad0c49859b@Zmx1ZmZ5LW1hYy0xNi5sb2NhbA..",
        "CSeq: 1 MESSAGE",
        "Content-Transfer-Encoding: binary",
        "Content-Type: multipart/mixed;boundary=7a9cbec02ceef655",
        "Content-Length: 105",
      ],
      "--7a9cbec02ceef655\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\n\r\nHello\r\n--7a9cbec02ceef655--\r\n",
    ),
    405,
  ],
  [
    "3.1.1.12 unreason: unusual reason phrase",
    message(
      [
        "SIP/2.0 200 = 2**3 * 5**2 но сто девяносто девять - простое",
        "Via: SIP/2.0/UDP 192.0.2.198;branch=z9hG4bK1324923",
        "Call-ID: unreason.1234ksdfak3j2erwedfsASdf",
        "CSeq: 35 INVITE",
        "From: sip:user@example.com;tag=11141343",
        "To: sip:user@example.edu;tag=2229",
        "Content-Length: 154",
        "Content-Type: application/sdp",
        "Contact: <sip:user@host198.example.com>",
      ],
      sdp("192.0.2.198"),
    ),
    "silence",
  ],
  [
    "3.1.1.13 noreason: empty reason phrase",
    message([
      "SIP/2.0 100 ",
      "Via: SIP/2.0/UDP 192.0.2.105;branch=z9hG4bK2398ndaoe",
      "Call-ID: noreason.asndj203insdf99223ndf",
      "CSeq: 35 INVITE",
      "From: <sip:user@example.com>;tag=39ansfi3",
      "To: <sip:user@example.edu>;tag=902jndnke3",
      "Content-Length: 0",
      "Contact: <sip:user@host105.example.com>",
    ]),
    "silence",
  ],
];
