import type { LocalAdminOptions } from '../admin/local-admin.ts';
import type { ServiceAdmin } from '../admin/service-admin.ts';
import type { CommandContext } from './command-context.ts';

/** Runs the work of an operator command. Storage and the service are imported only here, so that --help does not load them. */
export async function withAdmin<Result>(
  settings: CommandContext['settings'],
  work: (admin: ServiceAdmin) => Promise<Result>,
  options?: LocalAdminOptions,
): Promise<Result> {
  const { withServiceAdmin } = await import('../admin/with-service-admin.ts');
  return withServiceAdmin(settings, work, options);
}
