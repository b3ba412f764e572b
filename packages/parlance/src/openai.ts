export * from '@parlance/openai';
