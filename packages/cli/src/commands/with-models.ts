import type { ModelAdmin } from '@parlance/core/service';
import type { CommandContext } from './command-context.ts';

/** Runs work on models. Storage and the service are imported only here, so that --help does not load them. */
export async function withModels<Result>(
  settings: CommandContext['settings'],
  work: (models: ModelAdmin) => Promise<Result>,
  options?: { readonly isKept?: boolean },
): Promise<Result> {
  const { withServiceModels } = await import('../admin/with-service-models.ts');
  return withServiceModels(settings, work, options);
}
