import { type ChildProcess, spawn } from 'node:child_process';

/** Work with reload: the server restarts when a source changes, the pages come from the builder on port 5173. */
const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch-path=src', '--watch-path=migrations', 'src/server/main.ts'], { stdio: 'inherit' }),
  spawn('vite', ['--port', '5173', '--strictPort'], { stdio: 'inherit' }),
];

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
for (const child of children) {
  child.on('exit', (code) => {
    stop();
    process.exitCode = code ?? 0;
  });
}
