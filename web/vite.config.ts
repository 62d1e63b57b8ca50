// How the pages are built (`npm run build`) and served with hot reload against a running server (`npm run dev`).
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// How long plugins take on a busy machine is not news for whoever starts the server.
const checks = { bundlerTimings: false }

const server = process.env['ASSAY_URL'] ?? 'http://127.0.0.1:8700'

/** What several pages share would be named after all of them. */
const nameOf = (name = ''): string => (name.startsWith('shared~') ? 'shared' : '[name]')

export default defineConfig({
  root: import.meta.dirname,
  // Files refer to each other without the path below which they are served; the server puts it into index.html.
  base: './',
  plugins: [react()],

  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // Only what a page needs is fetched with it; data URLs of fonts would be fetched by all.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      checks,
      output: {
        chunkFileNames: ({ name }) => `assets/${nameOf(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${nameOf(names[0])}-[hash][extname]`,
        codeSplitting: {
          // A browser asks for six files at a time, and what a page asks of the server waits behind them: few and larger ones.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 60_000 },
          ],
        },
      },
    },
  },
  worker: {
    // One of its modules compiles WebAssembly when it is loaded, which the policy of workers forbids; nobody here uses it.
    rolldownOptions: {
      checks,
      treeshake: { moduleSideEffects: (id) => !id.includes('hyparquet-compressors') },
    },
  },
  server: {
    proxy: {
      // The origin is the server's: it takes changes from its own pages only.
      '/api': { target: server, changeOrigin: true, headers: { origin: new URL(server).origin } },
    },
  },
})
