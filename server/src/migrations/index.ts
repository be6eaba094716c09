/** Numbered, in order; a released one never changes. Each has a way down that leaves the database as it was before. */
import type { Migration } from "kysely/migration";
import { foundation } from "./001-foundation.ts";
import { audit } from "./002-audit.ts";
import { access } from "./003-access.ts";
import { enterprises } from "./004-enterprises.ts";
import { seats } from "./005-seats.ts";
import { numbers } from "./006-numbers.ts";
import { groups } from "./007-groups.ts";
import { files } from "./008-files.ts";
import { voices } from "./009-voices.ts";
import { trunks } from "./010-trunks.ts";
import { settings } from "./011-settings.ts";
import { interfaces } from "./012-interfaces.ts";
import { dualCalls } from "./013-dual-calls.ts";
import { contacts } from "./014-contacts.ts";
import { recordingTruth } from "./015-recording-truth.ts";
import { loginAgentState } from "./016-login-agent-state.ts";
import { totp } from "./017-totp.ts";
import { rowNames } from "./019-row-names.ts";

export const migrations: Readonly<Record<string, Migration>> = {
  "001-foundation": foundation,
  "002-audit": audit,
  "003-access": access,
  "004-enterprises": enterprises,
  "005-seats": seats,
  "006-numbers": numbers,
  "007-groups": groups,
  "008-files": files,
  "009-voices": voices,
  "010-trunks": trunks,
  "011-settings": settings,
  "012-interfaces": interfaces,
  "013-dual-calls": dualCalls,
  "014-contacts": contacts,
  "015-recording-truth": recordingTruth,
  "016-login-agent-state": loginAgentState,
  "017-totp": totp,
  "019-row-names": rowNames,
};
