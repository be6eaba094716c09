import { AppRoot, type Panes } from '@liantai/ui';
import { TabRouter } from '@liantai/ui/router';

/** One chunk an area: its screens are used together. */
const panes: Panes = {
  '/callrecord': () => import(/* webpackChunkName: "call-centre" */ './call-centre/callrecord/screen.tsx'),
  '/callrecord/detail': () => import(/* webpackChunkName: "call-centre" */ './call-centre/callrecord-detail/screen.tsx'),
};

export function Root() {
  return <AppRoot app="admin" panes={panes} around={TabRouter} />;
}
