export * from '@parlance/client';
