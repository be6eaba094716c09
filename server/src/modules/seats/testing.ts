/** Buttons of the area's pages for the demonstration's administrators, whether or not the pages are in the menu. */
import { seatsButtons } from '@liantai/api/contract/admin';
import type { Office } from '../../testing/office.ts';
import { demoEnterprise } from '../system/index.ts';

export async function grantAdministrators({ ports }: Pick<Office, 'ports'>): Promise<void> {
  await ports.database.system(async (trx) => {
    const roles = await trx.selectFrom('role').select('id').where('comp_id', '=', demoEnterprise.compId).where('role_type', '=', 1).execute();
    for (const { code, name } of Object.values(seatsButtons).flat()) {
      const id = `button:${code}`;
      await trx.insertInto('menu').values({ id, parent_id: null, name, url: null, alias: null, icon: null, category: 1, code, sort: 1 }).onConflict((on) => on.doNothing()).execute();
      for (const role of roles) await trx.insertInto('role_menu').values({ comp_id: demoEnterprise.compId, role_id: role.id, menu_id: id }).onConflict((on) => on.doNothing()).execute();
    }
  });
}
