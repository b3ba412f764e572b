export * from '@parlance/websocket';
