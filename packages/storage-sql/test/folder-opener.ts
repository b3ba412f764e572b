// A process that creates a database in a folder, to be killed meanwhile; prints when it is open.
import { openDatabase } from '../src/index.ts';

const [folder = ''] = process.argv.slice(2);
await openDatabase({ folder });
process.stdout.write('open\n');
