/**
 * The part of WebAssembly that this plugin uses: Node has it, but its types declare none of it as values, and the DOM's
 * library would bring a browser along.
 */
// biome-ignore lint/style/noNamespace: a global that is a namespace can be declared in no other way
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module';
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    constructor(limits: { readonly initial: number; readonly maximum: number });
    /** Another one after it has grown. */
    readonly buffer: ArrayBuffer;
  }
  function validate(bytes: Uint8Array): boolean;
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: Readonly<Record<string, object>>): Promise<Instance>;
}
