/** A sound becomes one of the enterprise's announcements: uploaded, or cut out of a dialled call. */
import { AppError, callResults } from "@liantai/api/contract";
import { carrierPromptLimits } from "@liantai/api/contract/admin";
import type { IdleThread } from "../../../adapters/embedded/thread.ts";
import type { Printed } from "../../../audio/announcement-worker.ts";
import { announcementOf, matchPrint, unpackPrint } from "../../../audio/answering/index.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { publish } from "../../topics.ts";
import { insertAnnouncement, readPrints, type AnnouncementSettings, type PrintRow } from "./repository.ts";

export interface AnnouncementDeps extends AdministrationDeps {
  /** Converts and prints beside the main thread. */
  readonly thread: IdleThread<Uint8Array, Printed>;
}

/** As forms send it. */
type Settings = Pick<AnnouncementSettings, "name" | "code" | "carrier"> & {
  readonly enabled?: number | undefined;
  readonly hangsUp?: number | undefined;
  readonly remark?: string | undefined;
};

export const settingsOf = (body: Settings): AnnouncementSettings => ({
  ...{ name: body.name, code: body.code, carrier: body.carrier, enabled: body.enabled ?? 1 },
  ...{ hangsUp: body.hangsUp ?? 1, remark: body.remark ?? "" },
});

/** undefined: too little of it is sound. */
export const known = ({ id, code, print }: Pick<PrintRow, "id" | "code" | "print">) =>
  announcementOf(id, code, unpackPrint(Buffer.from(print, "base64")));

/** Of a form's sound, at the field where it comes from. */
export type SoundRefusal = (message: string) => AppError;

/** Of the same sound with two meanings neither would ever be believed. */
function checkMeaning(code: number, print: Printed["print"], rows: readonly PrintRow[], refusal: SoundRefusal): void {
  const same = matchPrint(
    unpackPrint(print),
    rows.flatMap((row) => known(row) ?? []),
  );
  const other = same && same.share > 0.5 && rows.find(({ id }) => id === same.id);
  if (other && other.code !== code)
    throw refusal(`与“${other.name}”是同一段提示音，而它的呼叫结果是${callResults[other.code]}`);
}

const nameTaken = () => fieldRefusal("name", "提示音名称", "提示音名称已存在");

export interface Saved {
  readonly compId: string;
  readonly sound: Printed;
  readonly refusal: SoundRefusal;
  readonly action: "add" | "cut";
  /** What the log says besides. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

export async function save(
  { ports, audit }: AnnouncementDeps,
  body: Settings,
  context: RequestContext,
  { compId, sound, refusal, action, beside = {} }: Saved,
): Promise<{ id: string }> {
  const { database, blobs, random, clock, broker, logger } = ports;
  const settings = settingsOf(body);
  const id = random.id();
  if (!announcementOf(id, body.code, unpackPrint(sound.print))) throw refusal("有效声音不足1秒，无法识别");
  const blobKey = `carrier-prompts/${compId.toLowerCase()}/${id}.wav`;
  // Kept before the row that names it.
  await blobs.put(blobKey, sound.wav);
  try {
    await unique(nameTaken, () =>
      database.tenant(compId, async (trx) => {
        const rows = await readPrints(trx, compId);
        if (rows.some(({ name }) => name === body.name)) throw nameTaken();
        const { samples } = carrierPromptLimits;
        if (rows.length >= samples) throw new AppError("refused", `运营商提示音最多${samples}条`);
        checkMeaning(body.code, sound.print, rows, refusal);
        const row = { ...settings, durationMs: sound.durationMs, createdBy: context.caller.nickName };
        const print = Buffer.from(sound.print).toString("base64");
        await insertAnnouncement(trx, {
          ...{ compId, id, ...row, blobKey, print, bytes: sound.wav.byteLength },
          createdAt: new Date(clock.now()),
        });
        const after = { ...row, ...beside };
        await audit.write(trx, context, { object: "carrierPrompt", compId, id, name: body.name, action, after });
      }),
    );
  } catch (error) {
    await blobs
      .delete(blobKey)
      .catch((gone: unknown) => logger.warn({ error: gone, blobKey }, "a sound was left over"));
    throw error;
  }
  await publish(broker, "carrierPrompts.changed", { compId });
  return { id };
}
