import { useState } from "react";
import { RecordDetail } from "../parts/record-detail.tsx";
import { FoundList, type FoundProps } from "./found-list.tsx";

/** Before saving: what is probably the same, each to be looked at. */
export function FoundDuplicates(props: FoundProps) {
  const [shown, show] = useState<string>();
  return (
    <>
      <FoundList {...props} onLook={show} />
      {shown !== undefined && <RecordDetail id={shown} noun={props.noun} onClose={() => show(undefined)} />}
    </>
  );
}
