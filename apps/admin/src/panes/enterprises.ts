import type { Panes } from '@liantai/ui';

export const enterprisesPanes: Panes = {};
