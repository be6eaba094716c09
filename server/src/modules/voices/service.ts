/** 语音管理: files in, converted; spoken from text; allotted; deleted when nothing plays them. */
import { serviceOf } from "../service.ts";
import type { VoiceDeps } from "./sounds.ts";
import { addSound, synthesise } from "./adding.ts";
import { update, replace, remove } from "./changing.ts";
import { list, play, preview, uses } from "./playing.ts";
import { allotments, allotted, allot } from "./allotting.ts";

export const createVoiceService = (deps: VoiceDeps) =>
  serviceOf(deps, {
    list,
    add: addSound,
    synthesise,
    update,
    replace,
    delete: remove,
    play,
    preview,
    uses,
    allotments,
    allotted,
    allot,
  });
