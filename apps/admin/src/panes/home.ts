import type { Panes } from '@liantai/ui';

export const homePanes: Panes = {};
