/** What moment-business-time adds to moment, as far as it is measured; it has no types of its own. */
import "moment";

declare module "moment" {
  interface Moment {
    addWorkingTime(amount: number, unit: "minutes"): Moment;
  }
  interface LocaleSpecification {
    workinghours?: Readonly<Record<number, readonly string[] | null>>;
    holidays?: readonly string[];
  }
}
