/** The n-th of many OPTIONS, all different. */
export const optionsMessage = (n: number): string =>
  [
    "OPTIONS sip:switch@liantai SIP/2.0",
    `Via: SIP/2.0/WS flood.invalid;branch=z9hG4bK${n}`,
    "Max-Forwards: 70",
    "To: <sip:switch@liantai>",
    `From: <sip:flood@liantai>;tag=f${n}`,
    `Call-ID: flood${n}`,
    `CSeq: ${n + 1} OPTIONS`,
    "Contact: <sip:flood@flood.invalid;transport=ws>",
    "Content-Length: 0",
    "\r\n",
  ].join("\r\n");
