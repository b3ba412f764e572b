export * from '@parlance/wyoming';
