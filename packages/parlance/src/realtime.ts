export * from '@parlance/realtime';
