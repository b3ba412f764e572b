import type { LocalAdminOptions } from '../admin/local-admin.ts';
import type { ServiceAdmin } from '../admin/service-admin.ts';
import type { CommandContext } from './command-context.ts';

/** Runs one piece of an operator's work. Storage and the service are not for those who ask for help. */
export async function withAdmin<Result>(
  settings: CommandContext['settings'],
  work: (admin: ServiceAdmin) => Promise<Result>,
  options?: LocalAdminOptions,
): Promise<Result> {
  const { withServiceAdmin } = await import('../admin/with-service-admin.ts');
  return withServiceAdmin(settings, work, options);
}
