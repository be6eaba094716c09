/** What a talk needs beside hold and hang-up; a chunk of its own, loaded with the first talk. */
import type { BarModel } from "./model.ts";
import { RecordTools } from "./record-tools.tsx";

export function TalkTools(model: BarModel) {
  const { call } = model.telephony;
  return <>{call?.recording && !call.supervises && <RecordTools key={call.callId} {...model} />}</>;
}
