import type { ServerSettings } from '@parlance/core/settings';
import { type LocalAdminOptions, withLocalAdmin } from './local-admin.ts';
import { remoteAdmin } from './remote-admin.ts';
import type { ServiceAdmin } from './service-admin.ts';
import { throughOwner } from './through-owner.ts';

/** Works through the running server, or on the data folder itself if none runs. Concurrent commands wait for each other. */
export async function withServiceAdmin<Result>(
  settings: ServerSettings,
  work: (admin: ServiceAdmin) => Promise<Result>,
  options: LocalAdminOptions = {},
): Promise<Result> {
  return throughOwner(settings, {
    remote: (server) => work(remoteAdmin(server)),
    local: () => withLocalAdmin(settings, work, options),
  });
}
