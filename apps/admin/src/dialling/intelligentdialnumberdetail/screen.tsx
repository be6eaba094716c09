import { NumberScreen } from "../numbers/number-screen.tsx";

/** 智能外呼号码明细 */
export default function IntelligentNumbersScreen() {
  return <NumberScreen ftype={1} />;
}
