/** Installs the S3 gateway, by hand or in CI, so that the S3 tests are not skipped. */
import { findRclone, installRclone } from './rclone.ts';

installRclone();
console.log(`S3 gateway: ${findRclone() ?? 'could not be installed'}`);
process.exitCode = findRclone() === undefined ? 1 : 0;
