#!/usr/bin/env node
// The operator's command, `npx cadre …`: the same boot, then the command line.
process.argv.splice(2, 0, 'cadre');
await import('./boot.mjs');
