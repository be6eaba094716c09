/** Dialling on a virtual clock: what a list would come to, and what a past day would have come to. */
export { forecast, replay, type Forecast, type ForecastSettings, type List } from "./forecast.ts";
export type { PastCall } from "./history.ts";
export { populationOf, usualPopulation, type Known, type Population, type Spread } from "./population.ts";
