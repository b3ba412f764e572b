import type { ModelAdmin } from '@parlance/core/service';
import type { CommandContext } from './command-context.ts';

/** Runs one piece of work on models. Storage and the service are not for those who ask for help. */
export async function withModels<Result>(
  settings: CommandContext['settings'],
  work: (models: ModelAdmin) => Promise<Result>,
  options?: { readonly isKept?: boolean },
): Promise<Result> {
  const { withServiceModels } = await import('../admin/with-service-models.ts');
  return withServiceModels(settings, work, options);
}
