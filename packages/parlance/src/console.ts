export * from '@parlance/console';
