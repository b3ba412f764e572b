/**
 * The part of WebAssembly that this plugin uses: Node's types do not declare its values, and the DOM
 * library would declare a whole browser.
 */
// biome-ignore lint/style/noNamespace: a global namespace cannot be declared in any other way
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module';
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    constructor(limits: { readonly initial: number; readonly maximum: number });
    /** A different one after it has grown. */
    readonly buffer: ArrayBuffer;
  }
  function validate(bytes: Uint8Array): boolean;
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: Readonly<Record<string, object>>): Promise<Instance>;
}
