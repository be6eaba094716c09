import { NumberScreen } from "../numbers/number-screen.tsx";

/** 自动外呼号码明细 */
export default function AutoDialNumbersScreen() {
  return <NumberScreen ftype={3} />;
}
