import { type DependencyContainer, type InjectionToken, instanceCachingFactory } from 'tsyringe';

/** The token of each dependency, under the name that the dependent part has for it. */
export type TokensOf<Needs> = { readonly [Name in keyof Needs]: InjectionToken<Needs[Name]> };

/** Registers a singleton, which is created when it is first resolved, from the dependencies in `needs` alone. */
export function provide<Needs extends object, Made>(
  parts: DependencyContainer,
  token: InjectionToken<Made>,
  create: (needs: Needs) => Made,
  needs: TokensOf<Needs>,
): void {
  parts.register(token, { useFactory: instanceCachingFactory((at) => create(resolveAll(at, needs))) });
}

function resolveAll<Needs extends object>(at: DependencyContainer, needs: TokensOf<Needs>): Needs {
  const entries = Object.entries<InjectionToken<unknown>>(needs);
  return Object.fromEntries(entries.map(([name, token]) => [name, at.resolve(token)])) as Needs;
}
