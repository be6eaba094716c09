/** One file an area, one chunk each: its screens are used together. */
import type { Panes } from "@liantai/ui";
import { accessPanes } from "./access.ts";
import { callsPanes } from "./calls.ts";
import { enterprisesPanes } from "./enterprises.ts";
import { filesPanes } from "./files.ts";
import { groupsPanes } from "./groups.ts";
import { homePanes } from "./home.ts";
import { interfacesPanes } from "./interfaces.ts";
import { numbersPanes } from "./numbers.ts";
import { seatsPanes } from "./seats.ts";
import { settingsPanes } from "./settings.ts";
import { trunksPanes } from "./trunks.ts";
import { voicesPanes } from "./voices.ts";

export const panes: Panes = {
  ...accessPanes,
  ...callsPanes,
  ...enterprisesPanes,
  ...filesPanes,
  ...groupsPanes,
  ...homePanes,
  ...interfacesPanes,
  ...numbersPanes,
  ...seatsPanes,
  ...settingsPanes,
  ...trunksPanes,
  ...voicesPanes,
};
