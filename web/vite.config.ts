// Builds the pages (`npm run build`) and serves them with hot reload against a running server (`npm run dev`).
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Plugin timings on a busy machine would be noise in the output of `npm start`.
const checks = { bundlerTimings: false }

const server = process.env['ASSAY_URL'] ?? 'http://127.0.0.1:8700'

/** The default name of a shared chunk lists all pages that use it. */
const nameOf = (name = ''): string => (name.startsWith('shared~') ? 'shared' : '[name]')

export default defineConfig({
  root: import.meta.dirname,
  // Relative URLs: the server inserts its base path into index.html.
  base: './',
  plugins: [react()],

  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // No inlining: with fonts as data URLs every page would load all of them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      checks,
      output: {
        chunkFileNames: ({ name }) => `assets/${nameOf(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${nameOf(names[0])}-[hash][extname]`,
        codeSplitting: {
          // Few large chunks: a browser sends six requests at a time, and the API requests of a page queue behind its scripts.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 60_000 },
          ],
        },
      },
    },
  },
  worker: {
    // Drops an unused module of this package that compiles WebAssembly on load, which the content security policy forbids.
    rolldownOptions: {
      checks,
      treeshake: { moduleSideEffects: (id) => !id.includes('hyparquet-compressors') },
    },
  },
  server: {
    proxy: {
      // The server accepts writes from its own origin only.
      '/api': { target: server, changeOrigin: true, headers: { origin: new URL(server).origin } },
    },
  },
})
