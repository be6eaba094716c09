/** What the call engine asks about numbers and seats. Nothing is remembered: what was set up counts from the next call on. */
import type { Broker } from "../../../ports/broker.ts";
import type { Random } from "../../../ports/clock.ts";
import type { Database } from "../../../ports/database.ts";
import { createGuests } from "../guests.ts";
import { noVoices, type VoiceFile } from "./types.ts";
import { serviceOf } from "../../service.ts";
import type { NumbersDeps } from "./deps.ts";
import { hidden, seat, readSeats } from "./seats.ts";
import { readTarget, callPlan } from "./targets.ts";
import { service, displayNumber, owns, recordsByHand, answeredToday, greetings, waits } from "./service.ts";
import { localNumber } from "../display/choosing.ts";
import { room } from "./rooms.ts";
import { suspendTarget } from "./suspend-targets.ts";
import { readExtension, identify } from "./identify.ts";
import type { Numbers, Verbs } from "./questions.ts";

export type { DialledRoom, Numbers, SeatInfo } from "./questions.ts";

const createVerbs = (deps: NumbersDeps): Verbs =>
  serviceOf(deps, {
    hidden,
    room,
    seat,
    seats: readSeats,
    callPlan,
    target: readTarget,
    suspendTarget,
    service,
    displayNumber,
    localNumber,
    owns,
    recordsByHand,
    answeredToday,
    extension: readExtension,
    identify,
    greetings,
    waits,
  });

export function createNumbers(
  database: Database,
  broker: Broker,
  random: Random,
  voiceFile: VoiceFile = noVoices,
): Numbers {
  const guests = createGuests(broker, random);
  return { guests, ...createVerbs({ database, guests, voiceFile }) };
}
