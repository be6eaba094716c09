import { NumberScreen } from "../numbers/number-screen.tsx";

/** 预览外呼号码明细 */
export default function PreviewNumbersScreen() {
  return <NumberScreen ftype={2} />;
}
