/** The two columns of the sign-in pages: what this is, and what to do. */
import type { ReactNode } from "react";

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#ffffff" fillOpacity="0.14" />
      <path d="M8 17v-2a8 8 0 0 1 16 0v2" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <rect x="6" y="16" width="5" height="8" rx="2.2" fill="#fff" />
      <rect x="21" y="16" width="5" height="8" rx="2.2" fill="#fff" />
      <path d="M23.5 24c0 2.2-2.4 3-5.5 3" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

export function Frame({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="s-page">
      <aside>
        <Mark />
        <p className="s-name">联台</p>
        <p className="s-claim">电话、在线会话与工单，在同一张工作台上处理。</p>
      </aside>
      <main>
        <section className="s-box" aria-labelledby="signin-title">
          <h1 id="signin-title">{title}</h1>
          {note ? <p className="s-note">{note}</p> : null}
          {children}
        </section>
      </main>
    </div>
  );
}

/** A line above the form; an error is read out at once. */
export function Notice({ tone, children }: { readonly tone: "info" | "error"; readonly children: ReactNode }) {
  return (
    <p role={tone === "error" ? "alert" : "status"} className="s-notice" data-tone={tone}>
      {children}
    </p>
  );
}
