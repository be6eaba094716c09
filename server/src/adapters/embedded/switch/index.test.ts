import { describeSwitch } from '../../../ports/switch.contract.ts';
import { embeddedHarness } from './testing/harness.ts';

describeSwitch('embedded', embeddedHarness);
