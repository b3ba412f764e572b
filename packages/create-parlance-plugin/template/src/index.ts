import { definePlugin } from '@parlance/core/engine';
import { createMyEngine } from './engine.ts';
import { options } from './options.ts';
import { ENGINE_ID } from './voices.ts';

/** Importing and calling it loads nothing: threads start with the first text, or with `warm()`. */
export const myEngine = definePlugin({
  id: ENGINE_ID,
  options,
  create: (settings) => ({
    // IDs of the catalogue's models that the engine gets from context.models. This one needs none.
    models: [],
    createSynthesis: async (context) => [createMyEngine(settings, context)],
  }),
});

// The default export lets settings name the package.
export default myEngine;
