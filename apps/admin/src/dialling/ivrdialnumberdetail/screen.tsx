import { NumberScreen } from "../numbers/number-screen.tsx";

/** IVR外呼号码明细 */
export default function IvrDialNumbersScreen() {
  return <NumberScreen ftype={4} />;
}
