// A process that makes a database in a folder, to be killed meanwhile; says when it is open.
import { openDatabase } from '../src/index.ts';

const [folder = ''] = process.argv.slice(2);
await openDatabase({ folder });
process.stdout.write('open\n');
