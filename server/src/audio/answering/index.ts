/** What listens to a dialled line: who answered, what is announced before the answer, and what code that makes. Pure. */
export {
  announcementOf,
  compareAnnouncements,
  createAnnouncementEar,
  learnAnnouncement,
  matchAnnouncement,
  matchPrint,
  type Announcement,
  type AnnouncementMatch,
} from "./announcements.ts";
export { createBeepListener, type BeepParameters, type Ready } from "./beep.ts";
export { createAnswerDetector } from "./detector.ts";
export { createFrameJudge } from "./frame-voice.ts";
export { packPrint, unpackPrint } from "./fingerprint.ts";
export { lineResult, type LineEvidence, type LineResult, type Witness } from "./line-result.ts";
export { announcementTone, type NetworkTone } from "./network-tones.ts";
export { answerParameters, publishedParameters, type AnswerParameters } from "./parameters.ts";
export { codeOfRelease } from "./release.ts";
export type { AnswerClass, AnswerReason, AnswerVerdict, Listener } from "./verdict.ts";
export { codeOfWords, holdsOn } from "./words.ts";
