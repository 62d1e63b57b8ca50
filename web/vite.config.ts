// How the pages are built (`npm run build`) and served with hot reload against a running server (`npm run dev`).
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env['ASSAY_URL'] ?? 'http://127.0.0.1:8700'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],

  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // Only what a page needs is fetched with it; data URLs of fonts would be fetched by all.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  worker: {
    // One of its modules compiles WebAssembly when it is loaded, which the policy of workers forbids; nobody here uses it.
    rolldownOptions: {
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
