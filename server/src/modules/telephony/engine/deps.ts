import type { Ports } from '../../../ports/index.ts';
import type { Journal } from '../../journal/index.ts';
import type { Numbers } from '../../numbers/index.ts';
import type { Recordings } from './recordings.ts';

export interface EngineDeps extends Pick<Ports, 'clock' | 'random' | 'switch' | 'broker' | 'speech' | 'logger'> {
  readonly journal: Journal;
  readonly numbers: Numbers;
  readonly recordings: Recordings;
}
