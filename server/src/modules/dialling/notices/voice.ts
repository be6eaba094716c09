/** Who speaks what the module says: JSON of a FlowVoice. */
import type { FlowVoice } from "@liantai/api/flows";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Ports } from "../../../ports/index.ts";
import { usableEngines } from "../../engines/index.ts";

/** Outside of every transaction: engines stand outside every enterprise. Throws AppError 'invalid' at the field. */
export async function checkVoice(
  ports: Pick<Ports, "database">,
  compId: string,
  tts: string,
  { path, label } = { path: "tts", label: "音色" },
): Promise<void> {
  const engineId = tts === "" ? "" : (JSON.parse(tts) as FlowVoice).engineId;
  if (engineId === "") return;
  const usable = await usableEngines(ports, compId);
  if (!usable.some(({ kind, id }) => kind === "tts" && id === engineId))
    throw fieldRefusal(path, label, "所选的合成引擎没有分配给本企业");
}
