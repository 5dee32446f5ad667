import { oneLine } from './log.ts';
import { serveUntilStopped } from './serving.ts';

serveUntilStopped().catch((error: unknown) => {
  process.stderr.write(`${oneLine(error instanceof Error ? error.message : String(error))}\n`);
  process.exit(1);
});
