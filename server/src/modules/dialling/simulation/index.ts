/** Dialling on a virtual clock: what a list would come to, and what a past day would have come to. */
export { forecast, replay, type ForecastSettings } from "./forecast.ts";
export type { PastCall } from "./history.ts";
export { populationOf, usualPopulation } from "./population.ts";
