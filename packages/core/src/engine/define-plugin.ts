import { SpeechError } from '../errors/speech-error.ts';
import { PORT_VERSION, type SpeechPlugin, type SpeechPluginFactory } from './speech-plugin.ts';

/**
 * How a plugin's options are checked: a zod schema, from any copy of zod, or any other schema that follows the Standard
 * Schema specification. It must validate synchronously.
 */
export interface OptionsSchema<Input, Output> {
  readonly '~standard': {
    readonly version: 1;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  /** Only zod has this: members that the schema does not know. */
  readonly keys?: readonly string[];
  /** Only zod has this: the issues of each schema of a union. */
  readonly errors?: readonly (readonly SchemaIssue[])[];
}

export interface PluginDefinition<Input, Output> {
  /** Unique in one service, such as `flite`. */
  readonly id: string;
  /** Must have a default for every option, since settings may name a plugin without options. */
  readonly options: OptionsSchema<Input, Output>;
  /** Creates the plugin from its options, with all defaults filled in. Loads nothing. */
  readonly create: (settings: Output) => Omit<SpeechPlugin, 'portVersion' | 'id'>;
}

/**
 * Creates the factory that a plugin package exports by name and as default.
 *
 * @example
 * export const beep = definePlugin({
 *   id: 'beep',
 *   options: z.strictObject({ threads: z.int().min(1).default(1) }),
 *   create: ({ threads }) => ({ models: [], createSynthesis: async (context) => [createBeepEngine(threads, context)] }),
 * });
 * export default beep;
 */
export function definePlugin<Input, Output>({
  id,
  options: schema,
  create,
}: PluginDefinition<Input, Output>): SpeechPluginFactory<Input> {
  return (options, path = id) => ({
    ...create(parseOptions(schema, options ?? {}, path)),
    portVersion: PORT_VERSION,
    id,
  });
}

/**
 * @param path where the value is written, such as `plugins[1].options`
 * @throws SpeechError `INVALID_CONFIG` with every fault and its path, such as `plugins[1].options.speed`
 */
export function parseOptions<Input, Output>(
  schema: OptionsSchema<Input, Output>,
  value: unknown,
  path: string,
): Output {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise)
    throw new SpeechError('INVALID_CONFIG', `${path}: its schema answers later; options are parsed at once.`);
  if (result.issues === undefined) return result.value;
  const faults = result.issues.flatMap((issue) => faultsOf(issue, path));
  throw new SpeechError('INVALID_CONFIG', faults.map(({ at, message }) => `${at}: ${message}`).join('; '), {
    field: faults[0]?.at ?? path,
  });
}

interface Fault {
  readonly at: string;
  readonly message: string;
}

/** For a union the faults of its last schema are reported: it has the most members, while the others are `false` or the like. */
function faultsOf({ message, path = [], keys, errors }: SchemaIssue, base: string): readonly Fault[] {
  const at = base + path.map((step) => stepOf(typeof step === 'object' ? step.key : step)).join('');
  const ofLast = errors?.at(-1);
  if (ofLast !== undefined) return ofLast.flatMap((issue) => faultsOf(issue, at));
  if (keys === undefined) return [{ at, message }];
  return keys.map((key) => ({ at: at + stepOf(key), message: 'is not known' }));
}

function stepOf(key: PropertyKey): string {
  return typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
}
