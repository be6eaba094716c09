/** What a sign-in page remembers on this computer between visits: never the password. */

const key = "liantai.signin";

export interface Remembered {
  readonly code: string;
  readonly roleType: number;
  readonly account: string;
}

type Kind = "enterprise" | "operator";

function read(storage: Pick<Storage, "getItem">): Partial<Record<Kind, Partial<Remembered>>> {
  try {
    return (JSON.parse(storage.getItem(key) ?? "{}") as Partial<Record<Kind, Partial<Remembered>>> | null) ?? {};
  } catch {
    return {};
  }
}

export function recall(kind: Kind, storage: Pick<Storage, "getItem"> = localStorage): Remembered {
  const saved = read(storage)[kind];
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const roleType = [1, 3, 4].find((known) => known === saved?.roleType) ?? 2;
  return { code: text(saved?.code), roleType, account: text(saved?.account) };
}

export function remember(
  kind: Kind,
  { code, roleType, account }: Remembered,
  storage: Pick<Storage, "getItem" | "setItem"> = localStorage,
): void {
  try {
    storage.setItem(key, JSON.stringify({ ...read(storage), [kind]: { code, roleType, account } }));
  } catch {
    // A full or forbidden storage costs only the convenience.
  }
}
