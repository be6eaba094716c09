import type { SubProcess } from "@liantai/api/flows";
import { nodeOf, type Design } from "../model/body.ts";
import type { Finding } from "../queries.ts";
import type { SideProps } from "../sides/side-props.ts";
import type { Saving } from "../use-saving.ts";
import { ConnectDialog } from "./connect.tsx";
import { HelpDialog } from "./help.tsx";
import { PublishDialog } from "./publish.tsx";
import { SearchDialog } from "./search.tsx";
import { StaleDialog } from "./stale.tsx";

export type Asked = "publish" | "connect" | "search" | "help";

interface DialogsProps extends Pick<SideProps, "onPublished" | "onShow"> {
  readonly asked: Asked | undefined;
  /** Of the flow. */
  readonly id: string;
  readonly design: Design;
  readonly sub: SubProcess;
  readonly marked: ReadonlySet<string>;
  readonly findings: readonly Finding[];
  readonly saving: Saving;
  readonly onClose: () => void;
}

/** What lies over the editor. */
export function Dialogs({ asked, id, design, sub, marked, findings, saving, ...on }: DialogsProps) {
  const { onPublished, onShow, onClose } = on;
  const [one = ""] = marked;
  return (
    <>
      {asked === "connect" && <ConnectDialog sub={sub} from={nodeOf(design.body, one) ? one : ""} onClose={onClose} />}
      {asked === "help" && <HelpDialog onClose={onClose} />}
      {asked === "search" && <SearchDialog body={design.body} onGo={onShow} onClose={onClose} />}
      {asked === "publish" && <PublishDialog {...{ id, findings, saving, onPublished, onShow, onClose }} />}
      {saving.stale && <StaleDialog stale={saving.stale} mine={design} settle={saving.settle} />}
    </>
  );
}
