import type { Panes } from '@liantai/ui';

export const interfacesPanes: Panes = {};
