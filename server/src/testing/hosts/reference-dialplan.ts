/** What a bench has beside ours in a private Asterisk (LIANTAI_ASTERISK_DIALPLAN): telephones that its dialplan alone connects. */
export const referenceContext = "bench-dial";
export const referenceDialplan = `\n[${referenceContext}]\nexten => _X!,1,Dial(PJSIP/\${EXTEN})\n`;
