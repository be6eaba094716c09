/** Everything a module may reach outside itself. buildApp takes one of these; main.ts is the only place that makes one. */
import type { Blobs } from "./blobs.ts";
import type { Broker } from "./broker.ts";
import type { Clock, Random } from "./clock.ts";
import type { Database } from "./database.ts";
import type { Jobs } from "./jobs.ts";
import type { Logger } from "./logger.ts";
import type { Speech } from "./speech.ts";
import type { Switch } from "./switch.ts";

export interface DialHoursOfLaw {
  readonly from: string;
  readonly to: string;
}

export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly database: Database;
  readonly broker: Broker;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly speech: Speech;
  readonly switch: Switch;
  readonly logger: Logger;
  /** What the law leaves of a day for dialling, HH:mm in Asia/Shanghai (DIAL_HOURS): nobody is dialled outside of it. */
  readonly dialHours: DialHoursOfLaw;
}
