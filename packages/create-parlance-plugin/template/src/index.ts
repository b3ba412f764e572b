import { definePlugin } from '@parlance/core/engine';
import { createMyEngine } from './engine.ts';
import { options } from './options.ts';
import { ENGINE_ID } from './voices.ts';

/** Importing and calling it load nothing: threads start when the first text comes, or with `warm()`. */
export const myEngine = definePlugin({
  id: ENGINE_ID,
  options,
  create: (settings) => ({
    // Ids of the catalogue that the engine asks context.models for. This one needs none.
    models: [],
    createSynthesis: async (context) => [createMyEngine(settings, context)],
  }),
});

// By this export settings can name the package.
export default myEngine;
