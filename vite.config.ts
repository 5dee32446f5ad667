import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Texts of one language travel together: the sign-in pages' in one file, those of all other screens in another. */
function textChunk(id: string): string | null {
  const match = /\/src\/(\w+)\/(?:web\/)?texts\/(\w\w)\.json$/.exec(id);
  if (!match) return null;
  const [, room = '', language = ''] = match;
  return room === 'web' || room === 'access' ? `texts-${language}` : `texts-rooms-${language}`;
}

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'src/web/public',
  plugins: [react()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ test: /\/texts\/\w\w\.json$/, name: textChunk }],
        },
      },
    },
  },
  server: {
    proxy: { '/api': 'http://localhost:3000', '/auth': 'http://localhost:3000' },
  },
});
