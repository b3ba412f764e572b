export { consolePages } from './console-pages.ts';
