/**
 * The look of the sign-in pages as a style sheet: Chakra and Emotion are 38 KB more, which a slow line has to bring before anybody can
 * type. The colours are the theme's; sizes are those of its recipes button and input.
 */
import { palettes, surfaces } from "@liantai/ui/theme/plain";

const { bg, fg, border } = surfaces;
const { accent } = palettes;

/** [light, dark] by the name of the variable. */
const colors: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  canvas: bg.canvas,
  panel: bg.panel,
  aside: ["#184c9a", "#132a4e"],
  ink: fg.DEFAULT,
  soft: fg.muted,
  line: border.DEFAULT,
  firm: border.emphasized,
  error: fg.error,
  "error-bg": bg.error,
  "error-line": border.error,
  info: fg.info,
  "info-bg": bg.info,
  accent: accent.solid,
  "on-accent": accent.contrast,
  ring: accent.focusRing,
  "accent-fg": accent.fg,
  "accent-line": accent.border,
  "accent-subtle": accent.subtle,
  "gray-fg": palettes.gray.fg,
  "gray-line": palettes.gray.border,
  "gray-subtle": palettes.gray.subtle,
};

const variables = (mode: 0 | 1): string =>
  Object.entries(colors)
    .map(([name, pair]) => `--s-${name}:${pair[mode]}`)
    .join(";");

const rules = `
.s-page{${variables(0)};min-height:100dvh;display:grid;grid-template-columns:minmax(320px,5fr) 7fr;
  background:var(--s-canvas);color:var(--s-ink)}
:root.dark .s-page{${variables(1)}}
.s-page :where(*){margin:0;padding:0;border:0 solid var(--s-line)}
.s-page :where(button,input){font:inherit;color:inherit;background:none;letter-spacing:inherit}
.s-page aside{display:flex;flex-direction:column;justify-content:center;gap:20px;padding:0 56px;color:#fff;
  background:var(--s-aside)}
.s-page aside svg{display:block}
.s-name{font-size:34px;font-weight:600;letter-spacing:.08em;line-height:1.2}
.s-claim{line-height:1.8;color:#dbe6f7;max-width:22em}
.s-page main{display:flex;align-items:center;justify-content:center;padding:24px}
.s-box{width:100%;max-width:380px;padding:28px 32px;background:var(--s-panel);border:1px solid var(--s-line);
  border-radius:6px}
.s-box h1{font-size:18px;font-weight:600;margin-bottom:4px}
.s-box h1:last-of-type:not(:has(+.s-note)){margin-bottom:20px}
.s-note{color:var(--s-soft);margin-bottom:20px}
.s-notice{padding:8px 12px;margin-bottom:16px;border-radius:4px}
.s-notice[data-tone=info]{background:var(--s-info-bg);color:var(--s-info)}
.s-notice[data-tone=error]{background:var(--s-error-bg);color:var(--s-error)}
.s-field{display:flex;flex-direction:column;gap:6px;position:relative;margin-bottom:12px}
.s-field>label{align-self:start;font-size:13px;line-height:20px;font-weight:500;color:var(--s-soft);
  user-select:none}
.s-row{display:flex;gap:8px;width:100%}
.s-row input{flex:1;min-width:0;height:34px;padding:0 12px;font-size:13px;line-height:20px;
  border:1px solid var(--s-line);border-radius:3px;outline:0}
.s-row input::placeholder{color:color-mix(in srgb,var(--s-soft) 80%,transparent)}
.s-row input:focus-visible{border-color:var(--s-ring);outline:1px solid var(--s-ring)}
.s-row input[aria-invalid=true]{border-color:var(--s-error-line)}
.s-row input[aria-invalid=true]:focus-visible{outline-color:var(--s-error-line)}
.s-error{font-size:12px;line-height:18px;font-weight:500;color:var(--s-error)}
.s-roles{margin-bottom:12px;min-width:0}
.s-roles legend{font-weight:500;color:var(--s-soft);margin-bottom:6px}
.s-roles>div{display:grid;grid-template-columns:1fr 1fr;gap:1px;background:var(--s-firm);
  border:1px solid var(--s-firm);border-radius:4px;overflow:hidden}
.s-roles label{text-align:center;padding:4px 0;background:var(--s-panel);cursor:pointer;user-select:none}
.s-roles label:has(:checked){background:var(--s-accent);color:var(--s-on-accent)}
.s-roles label:has(:focus-visible){outline:2px solid var(--s-ring);outline-offset:-4px}
.s-roles input{position:absolute;opacity:0}
.s-roles .s-error{font-weight:400;margin-top:4px}
.s-captcha{width:140px;height:50px;flex:none;background:#fff!important;color:#343e4c!important;
  font-size:12px!important;line-height:18px!important;border:1px solid var(--s-firm);border-radius:4px;
  overflow:hidden;cursor:pointer}
.s-captcha:focus-visible{outline:2px solid var(--s-ring);outline-offset:1px}
.s-captcha img{display:block;width:100%;height:100%;object-fit:contain}
.s-page .s-button{display:inline-flex;align-items:center;justify-content:center;flex:none;gap:8px;height:34px;
  min-width:34px;padding:0 16px;font-size:13px;line-height:20px;font-weight:500;white-space:nowrap;
  user-select:none;cursor:pointer;border:1px solid transparent;border-radius:3px;background:var(--s-accent);
  color:var(--s-on-accent);transition:background-color .2s,border-color .2s,color .2s,opacity .2s}
.s-page .s-button:hover{background:color-mix(in srgb,var(--s-accent) 90%,transparent)}
.s-page .s-button:focus-visible{outline:2px solid var(--s-ring);outline-offset:2px}
.s-page .s-button:disabled{opacity:.5;cursor:not-allowed}
.s-page .s-button[data-look=outline]{background:none;color:var(--s-accent-fg);
  border-color:var(--s-accent-line)}
.s-page .s-button[data-look=outline]:hover{background:var(--s-accent-subtle)}
.s-page .s-button[data-look=gray]{background:none;color:var(--s-gray-fg);border-color:var(--s-gray-line)}
.s-page .s-button[data-look=gray]:hover{background:var(--s-gray-subtle)}
.s-page .s-submit{width:100%;margin-top:8px}
.s-page .s-dialog{margin:auto;padding:24px;max-width:400px;background:var(--s-panel);color:var(--s-ink);
  border:1px solid var(--s-line);border-radius:6px}
.s-dialog::backdrop{background:rgb(16 22 30/.5)}
.s-dialog h2{font-size:14px;font-weight:600;margin-bottom:8px}
.s-dialog>p{color:var(--s-soft);margin-bottom:20px}
.s-dialog:has(form){width:360px}
.s-dialog:has(form)>p{margin-bottom:16px}
.s-page .s-dialog .s-button{height:30px;padding:0 12px;gap:6px}
.s-answers{display:flex;justify-content:flex-end;gap:8px}
@media (max-width:767px){.s-page{grid-template-columns:1fr}.s-page aside{display:none}}
@media (prefers-reduced-motion:reduce){.s-page .s-button{transition:none}}
`;

/** Idempotent. With the nonce of the page's policy. */
export function addStyles(): void {
  if (document.querySelector("style[data-signin]")) return;
  const sheet = document.createElement("style");
  sheet.nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
  sheet.dataset["signin"] = "";
  sheet.textContent = rules;
  document.head.append(sheet);
}
