export * from '@parlance/http';
