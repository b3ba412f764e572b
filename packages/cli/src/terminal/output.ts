/** A command's output: results on stdout, everything else on stderr, so that programs can parse stdout. */
export interface Output {
  readonly isJson: boolean;
  /** The command's result: as JSON on one line with `--json`, else as text. */
  result(value: unknown, text: string): void;
  /** A message for a person. */
  note(text: string): void;
}

export function createOutput({ isJson }: { readonly isJson: boolean }): Output {
  return {
    isJson,
    result: (value, text) => {
      process.stdout.write(`${isJson ? JSON.stringify(value) : text}\n`);
    },
    note: (text) => {
      process.stderr.write(`${text}\n`);
    },
  };
}
